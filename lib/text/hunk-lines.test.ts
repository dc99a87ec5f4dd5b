import { expect, test } from 'vitest'
import { hunkLines } from './hunk-lines'
import { lineHunks } from './line-hunks'

test('a hunk is shown with the lines around it, and its rewritten words', () => {
  const [before, after] = ['1\n2\nthe old one\n4\n5\n', '1\n2\nthe new one\nmore\n4\n5\n']
  const [hunk] = lineHunks(before, after)
  if (!hunk) throw new Error('no hunk')
  expect(hunkLines({ before, after, hunk, around: 1 })).toEqual([
    { kind: 'same', before: 2, after: 2, text: '2', isUnended: false },
    { kind: 'removed', before: 3, text: 'the old one', isUnended: false, marks: [[4, 7]] },
    { kind: 'added', after: 3, text: 'the new one', isUnended: false, marks: [[4, 7]] },
    { kind: 'added', after: 4, text: 'more', isUnended: false, marks: [] },
    { kind: 'same', before: 4, after: 5, text: '4', isUnended: false },
  ])
})

test('in a hunk of thousands of lines only the words of the first ones are compared', () => {
  const text = (word: string) =>
    Array.from({ length: 3_000 }, (_, line) => `the ${word} line ${line}\n`).join('')
  const [before, after] = [text('old'), text('new')]
  const hunk = { beforeFrom: 0, beforeCount: 3_000, afterFrom: 0, afterCount: 3_000 }
  const marked = hunkLines({ before, after, hunk, around: 0 }).filter(
    (line) => line.kind !== 'same' && line.marks.length > 0,
  )
  expect(marked).toHaveLength(200)
})
