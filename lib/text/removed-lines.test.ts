import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedLine } from './compared-line'
import { classifyRemovedLines } from './removed-lines'

const NOWHERE = () => false

const fatesOf = (
  removed: string[],
  added: string[],
  elsewhere: string[] = [],
  movedThere: string[] = elsewhere,
) => {
  const moved = new Set(movedThere.map(comparedLine))
  const standing = new Set(elsewhere.map(comparedLine))
  return classifyRemovedLines({
    removed,
    added,
    stands: (line) => standing.has(line),
    isMoved: (line) => moved.has(line),
  })
}

test('a line that was added to a live memory is moved, however it is written there', () => {
  expect(fatesOf(['- Deploys go to Stockholm'], [], ['* **deploys**  go to stockholm.'])).toEqual([
    'moved',
  ])
})

test('a line that merely stands in another memory is not moved, nor is what its own hunk says again', () => {
  expect(fatesOf(['status: ready'], ['status: done'], ['status: ready'], [])).toEqual(['standing'])
  const line = 'deploys go to stockholm'
  expect(fatesOf([line], [`- ${line}`], [line])).toEqual(['standing'])
})

test('a line is reworded if an added line shares half of all words of both', () => {
  const removed = ['deploys go to the stockholm region']
  expect(fatesOf(removed, ['deploys go to the oslo region now'])).toEqual(['reworded'])
  expect(fatesOf(removed, ['deploys happen in the oslo region now'])).toEqual(['lost'])
})

test('else it is lost, and what is too short does not count', () => {
  expect(fatesOf(['the only copy of this fact', '---', 'done'], ['unrelated'])).toEqual([
    'lost',
    'too_short',
    'too_short',
  ])
})

const word = fc.stringMatching(/^[a-zé]{1,8}$/)
const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))

test('a moved line is never lost', () => {
  const dressed = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `- ${text.toUpperCase()}.`,
    (text) => `**${text.replaceAll(' ', '  ')}**`,
  )
  fc.assert(
    fc.property(fc.array(line), fc.array(line), dressed, (removed, added, dress) => {
      const fates = fatesOf(removed, added, removed.map(dress))
      expect(fates).not.toContain('lost')
      expect(fates).not.toContain('reworded')
    }),
  )
})

test('each line has one fate, and a line added again in the hunk is not lost', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (removed, added) => {
      const fates = classifyRemovedLines({
        removed,
        added: [...added, ...removed],
        stands: NOWHERE,
        isMoved: NOWHERE,
      })
      expect(fates).toHaveLength(removed.length)
      expect(fates).not.toContain('lost')
    }),
  )
})
