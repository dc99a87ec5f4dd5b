import { expect, test } from 'vitest'
import { answeredMeanwhile } from './answered-meanwhile'
import type { BoardHunk } from './board-hunk'

const hunk = (id: string, isWaiting = true): BoardHunk => ({
  id,
  parts: [],
  isRoutine: false,
  isCritical: false,
  withFinding: 0,
  isShown: true,
  waiting: isWaiting ? { shown: null, isCritical: false, isEditable: false } : null,
})
const board = {
  all: [hunk('prop_1'), hunk('prop_2'), hunk('hunk_1', false)],
  decisionOf: () => null,
  writings: { all: [] },
}

test('while all writes wait nothing was answered, whatever has landed', () => {
  expect(answeredMeanwhile(board, ['prop_1', 'prop_2', 'prop_3'])).toBeNull()
})

test('a write that does not wait any more was answered by others', () => {
  expect(answeredMeanwhile(board, ['prop_2'])).toEqual({ kind: 'by others' })
})

test('a write that was answered here is no news', () => {
  const decisionOf = ({ id }: BoardHunk) => (id === 'prop_1' ? 'accepted' : null)
  expect(answeredMeanwhile({ ...board, decisionOf }, ['prop_2'])).toEqual({ kind: 'own' })
})

test.each(['text', 'denial'] as const)(
  'a write that others answer while a %s is being written to it is kept',
  (form) => {
    const all = [{ hunkId: 'prop_1', form, state: 'open', why: null } as const]
    const answered = answeredMeanwhile({ ...board, writings: { all } }, ['prop_2'])
    expect(answered).toEqual({ kind: 'overtaken', hunkId: 'prop_1' })
  },
)
