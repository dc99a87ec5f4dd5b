import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineHunks, withHunksReverted } from './line-hunks'

/** Few different lines, so that they repeat, and last lines with and without a newline. */
const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', 'd')), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + (lines.length > 0 ? end : ''))

test('a hunk says which lines were removed and which stand there now', () => {
  expect(lineHunks('a\nb\nc\n', 'a\nx\ny\nc\nd\n')).toEqual([
    { beforeFrom: 1, beforeCount: 1, afterFrom: 1, afterCount: 2 },
    { beforeFrom: 3, beforeCount: 0, afterFrom: 4, afterCount: 1 },
  ])
})

test('with every hunk reverted the text is as before, and with none as it became, to the byte', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(withHunksReverted(before, after, lineHunks(before, after))).toBe(before)
      expect(withHunksReverted(before, after, [])).toBe(after)
    }),
  )
})

test('reverting some hunks leaves exactly the others', () => {
  fc.assert(
    fc.property(text, text, fc.array(fc.boolean()), (before, after, choice) => {
      const hunks = lineHunks(before, after)
      const reverted = hunks.filter((_, index) => choice[index])
      const rest = hunks.filter((_, index) => !choice[index])
      const partly = withHunksReverted(before, after, reverted)
      const lines = (part: string) => part.match(/[^\n]*\n|[^\n]+/g)?.length ?? 0
      const added = rest.reduce((sum, hunk) => sum + hunk.afterCount - hunk.beforeCount, 0)
      expect(lines(partly)).toBe(lines(before) + added)
    }),
  )
})

test('a hunk in the longest text is reverted as one in a short text', () => {
  const lines = '\n'.repeat(500_000)
  const before = `a\n${lines}b\n`
  const after = `a\n${lines}c\n`
  expect(withHunksReverted(before, after, lineHunks(before, after))).toBe(before)
})
