import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DiffLine } from '@/lib/text/text-diff'
import { shownHunks, shownLines } from './shown-lines'

const added = (text: string, after: number): DiffLine => ({
  kind: 'added',
  after,
  text,
  isUnended: false,
  marks: [],
})

test('a page shows so many lines, and no more text than so many usually have', () => {
  const texts = fc.array(fc.string({ maxLength: 20 }).map((part) => part.repeat(500)))
  fc.assert(
    fc.property(texts, fc.nat(60), (all, max) => {
      const shown = shownLines(all.map(added), max)
      expect(shown.length).toBeLessThanOrEqual(max)
      expect(shown.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(max * 200)
      for (const [index, { text, cut }] of shown.entries()) {
        expect(all[index]?.startsWith(text)).toBe(true)
        expect(text.length + cut).toBe(all[index]?.length)
      }
    }),
  )
})

test('short lines are shown whole, up to their number', () => {
  const lines = Array.from({ length: 100 }, (_, at) => added('a'.repeat(100), at + 1))
  expect(shownLines(lines, 60)).toEqual(lines.slice(0, 60).map((line) => ({ ...line, cut: 0 })))
})

test('a line is not cut within a character, and its marks end where it does', () => {
  const line = { ...added('a'.repeat(1_999) + '😀'.repeat(9), 1), marks: [[1_990, 2_010]] as const }
  const [shown] = shownLines([line], 60)
  expect(shown).toMatchObject({ text: 'a'.repeat(1_999), cut: 18, marks: [[1_990, 1_999]] })
})

test('hunks share the room of their page', () => {
  const hunk = { skipped: 1, lines: [added('a', 1), added('b', 2)] }
  expect(shownHunks([hunk, hunk, hunk], 3).map(({ lines }) => lines.length)).toEqual([2, 1])
})
