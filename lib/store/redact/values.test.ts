import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryPathProblem } from '@/lib/text/memory-path'
import { mapJson, pathsWithout, shortWithout, without } from './values'

const text = fc.string({ unit: 'grapheme', minLength: 3, maxLength: 8 })

test('no text is left, whatever stands around it, and what has none is left alone', () => {
  const piece = fc.oneof(fc.constantFrom('a', 'b', 'ab', 'abc', 'cab', '[x]'), text)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(fc.constantFrom('abc', 'cab', 'aba'), text), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.array(piece, { maxLength: 10 }),
      fc.constantFrom('', 'a', 'b', '[x]'),
      (texts, pieces, wanted) => {
        const replacement = texts.some((each) => wanted.includes(each)) ? '' : wanted
        const value = pieces.join('')
        for (const left of [
          without(value, { texts, replacement }),
          shortWithout(value, { texts, replacement }),
        ]) {
          expect(texts.filter((each) => left.includes(each))).toEqual([])
          if (!texts.some((each) => value.includes(each))) expect(left).toBe(value)
        }
      },
    ),
  )
})

describe('a path', () => {
  const first = (path: string, texts: string[], replacement = '[gone]', skip = 0) => {
    const paths = pathsWithout(path, { texts, replacement })
    for (let at = 0; at < skip; at++) paths.next()
    return paths.next().value
  }

  test('has the replacement in the text’s place, or what a path can have', () => {
    expect(first('/keys/hunter2.md', ['hunter2'])).toBe('/keys/[gone].md')
    expect(first('/keys/hunter2.md', ['hunter2'], 'a\nb')).toBe('/keys/a b.md')
    expect(first('/keys/hunter2.md', ['hunter2'], 'a/../b')).toBe('/keys/redacted.md')
    expect(first('/keys/hunter2', ['/keys/hunter2'], '')).toBe('/redacted')
  })

  test('is numbered where all others are taken', () => {
    expect(first('/hunter2', ['hunter2'], '[gone]', 5)).toBe('/[gone]-2')
  })

  test('is always valid and without the text', () => {
    fc.assert(
      fc.property(text, fc.nat(12), (each, skip) => {
        const path = first(`/a/${each}/b`, [each], '', skip) ?? ''
        expect(path).not.toContain(each)
        expect(memoryPathProblem(path)).toBeNull()
      }),
    )
  })
})

describe('JSON', () => {
  const gone = (value: unknown, isFree = false) => {
    const json = mapJson(
      JSON.stringify(value),
      (each) => without(each, { texts: ['text', 'a"b', '4915'], replacement: '[x]' }),
      isFree,
    )
    return json === null ? null : (JSON.parse(json) as unknown)
  }

  test('loses a text in all of its values, and in names of fields that are not ours', () => {
    expect(gone({ content: [{ text: 'a text' }], 'my text': 'a"b' })).toEqual({
      content: [{ text: 'a [x]' }],
      'my [x]': '[x]',
    })
  })

  test('loses a text however deep it lies', () => {
    const deep = Array.from({ length: 2_500 }).reduce<unknown>((inner) => [inner], 'my text')
    expect(JSON.stringify(gone(deep))).toContain('"my [x]"')
  })

  test('keeps words of closed sets', () => {
    expect(gone({ type: 'text', role: 'text', steps: [{ op: 'text' }] })).toBeNull()
    expect(gone({ type: 'a text by somebody' })).toEqual({ type: 'a [x] by somebody' })
    const reason = { about: 'secrets', found: [{ rule: 'github_token', line: 2 }] }
    for (const text of ['secrets', 'token']) {
      expect(mapJson(JSON.stringify(reason), (each) => each.replace(text, '[x]'), false)).toBeNull()
    }
    expect(gone({ about: 'text' })).toEqual({ about: '[x]' })
  })

  test('loses a text in every field of what a model called with, and as a number', () => {
    const input = { path: '/a.md', status: 'text', content: 4915112 }
    const left = { path: '/a.md', status: '[x]', content: '[x]112' }
    expect(gone({ input, took: 4915 })).toEqual({ input: left, took: 4915 })
  })

  test('that is all somebody’s keeps none, and no two fields become one', () => {
    expect(gone({ text: 'text', '[x]': 'y' }, true)).toEqual({ '[x]': '[x]', '[x]-2': 'y' })
  })
})
