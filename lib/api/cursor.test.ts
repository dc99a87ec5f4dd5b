import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error'
import { decodeCursor, encodeCursor } from './cursor'

const refusal = (call: () => unknown) => {
  try {
    call()
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.message]
  }
  return null
}

const NOT_OURS = [
  400,
  'page: is not a cursor of this list; ask for the first page without it',
] as const

describe('a cursor', () => {
  test('gives back where the page ended, for the list that it came from', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ unit: 'grapheme' }), (scope, last) => {
        fc.pre(!last.includes('\0'))
        const cursor = encodeCursor(scope, last)
        expect(cursor).toMatch(/^page_[\w-]+$/)
        expect(decodeCursor(scope, cursor, 'text')).toBe(last)
      }),
    )
    expect(decodeCursor(['a'], encodeCursor(['a'], 7), 'number')).toBe(7)
  })

  test('is absent where none was given', () => {
    expect(decodeCursor(['a'], undefined, 'text')).toBeUndefined()
  })

  test.each([
    ['another list', encodeCursor(['memories', 'memstore_2', '/'], '/a')],
    ['another kind of position', encodeCursor(['memories', 'memstore_1', '/'], 7)],
    ['nobody', 'page_nonsense'],
    ['another service', 'eyJhIjoxfQ'],
    ['a page before the first', ''],
  ])('of %s is refused', (_, cursor) => {
    const scope = ['memories', 'memstore_1', '/']
    expect(refusal(() => decodeCursor(scope, cursor, 'text'))).toEqual(NOT_OURS)
  })

  test.each([{ a: 1 }, null, [], 'a\0b', '\ud800', 1.5, -1, 1e300, '7'])(
    'made up around %j is refused',
    (last) => {
      const scope = ['versions', 'memstore_1']
      const [hash] = JSON.parse(
        Buffer.from(encodeCursor(scope, 1).slice(5), 'base64url').toString(),
      ) as [string]
      const forged = `page_${Buffer.from(JSON.stringify([hash, last])).toString('base64url')}`
      expect(refusal(() => decodeCursor(scope, forged, 'number'))).toEqual(NOT_OURS)
    },
  )
})
