import fc from 'fast-check'
import { expect, test } from 'vitest'
import { syntaxReader } from '@/lib/text/syntax'
import { packedSyntax, unpackedSyntax } from './line'

const partsOf = (line: string) => syntaxReader([line], 'markdown')?.(0)

test('a plain line packs to nothing', () => {
  expect(packedSyntax(partsOf('plain words'))).toBe('')
  expect(packedSyntax(undefined)).toBe('')
  expect(unpackedSyntax('plain words', '')).toBeUndefined()
})

test('parts are their lengths with their classes, and the rest is plain', () => {
  const packed = packedSyntax([
    { text: '- ', kind: 'mk' },
    { text: 'the ', kind: null },
    { text: '`a`', kind: 'cs' },
    { text: ' of it', kind: null },
  ])
  expect(packed).toBe('2mk4-3cs')
})

test('any line has the same parts after it was packed', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a1 `*_-#[]()\n"é') }), (text) => {
      const line = text.replaceAll('\n', '')
      const parts = partsOf(line)
      const coloured = parts?.some(({ kind }) => kind !== null) ? parts : undefined
      const shown = (tokens: typeof parts) => tokens?.filter((token) => token.text !== '')
      const unpacked = unpackedSyntax(line, packedSyntax(parts))
      expect(shown(unpacked)).toEqual(coloured && shown(merged(coloured)))
    }),
  )
})

/** The same parts with the plain ones at the end as one. */
function merged(parts: NonNullable<ReturnType<typeof partsOf>>) {
  const last = parts.findLastIndex(({ kind }) => kind !== null)
  const rest = parts.slice(last + 1).map(({ text }) => text)
  return [...parts.slice(0, last + 1), { text: rest.join(''), kind: null }]
}
