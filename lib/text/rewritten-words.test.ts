import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rewrittenWords } from './rewritten-words'

test('a rewritten line has the words marked that it did not have', () => {
  const before = ['same\n', 'the model is sonnet\n', 'end\n']
  const after = ['same\n', 'the model is opus\n', 'end\n', 'new as a whole\n']
  expect(rewrittenWords(before, after)).toEqual([[], [[13, 17]], [], []])
})

test('every line has its marks, in order, within the line, and on words that it lacked', () => {
  const line = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 6 })
    .map((words) => `${words.join(' ')}\n`)
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      const marks = rewrittenWords(before, after)
      expect(marks).toHaveLength(after.length)
      for (const [index, text] of after.entries()) {
        let end = 0
        for (const [from, to] of marks[index] ?? []) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          end = to
        }
      }
      expect(rewrittenWords(after, after).flat()).toEqual([])
    }),
  )
})
