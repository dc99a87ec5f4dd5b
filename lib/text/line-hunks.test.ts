import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineHunks, linePairs, survivingHunks, withHunksReverted } from './line-hunks'

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

test('with every hunk reverted, the text is as before, to the byte', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(withHunksReverted(before, after, lineHunks(before, after))).toBe(before)
    }),
  )
})

test('with no hunk reverted, the text is as it became', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
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

test('a hunk survives when lines are written elsewhere', () => {
  const earlier = { before: 'a\nb\nc\n', after: 'a\nB\nc\n' }
  const present = { before: 'a\nb\nc\n', after: 'first\na\nB\nc\nlast\n' }
  const hunks = lineHunks(present.before, present.after)
  const survivors = survivingHunks(lineHunks(earlier.before, earlier.after), hunks, {
    before: null,
    after: linePairs(earlier.after, present.after),
  })
  expect(hunks[survivors.get(0) ?? -1]).toEqual({
    beforeFrom: 1,
    beforeCount: 1,
    afterFrom: 2,
    afterCount: 1,
  })
})

test('a hunk whose own lines were written again does not survive', () => {
  const before = 'a\nb\nc\n'
  const [earlier, present] = ['a\nB\nc\n', 'a\nB!\nc\n']
  const survivors = survivingHunks(lineHunks(before, earlier), lineHunks(before, present), {
    before: null,
    after: linePairs(earlier, present),
  })
  expect(survivors.size).toBe(0)
})

test('nothing is open again where nothing changed', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = lineHunks(before, after)
      const survivors = survivingHunks(hunks, hunks, {
        before: linePairs(before, before),
        after: linePairs(after, after),
      })
      expect([...survivors]).toEqual(hunks.map((_, index) => [index, index]))
    }),
  )
})
