import { expect, test } from 'vitest'
import { rowsOf } from './conversation-rows'
import type { CallEntry, Entry } from './conversation-entries'

const call = (id: string, command: string, state: CallEntry['state'] = 'done'): CallEntry => ({
  kind: 'call',
  id,
  name: 'memory',
  input: { command, path: `/memories/${id}.md` },
  json: null,
  state,
  result: null,
  confirmation: null,
  at: 0,
  isPast: false,
  isWaitingAgain: false,
})

const answer: Entry = { kind: 'answer', id: 'said', text: 'Done', isPartial: false, isOpen: false }

const idsOf = (entries: readonly Entry[]) =>
  rowsOf(entries).map((row) => (row.kind === 'reads' ? row.calls.map(({ id }) => id) : row.id))

test('reads that follow one another are one row', () => {
  expect(idsOf([call('a', 'view'), call('b', 'view'), call('c', 'view', 'running')])).toEqual([
    ['a', 'b', 'c'],
  ])
})

test('a read alone stays a call of its own', () => {
  expect(idsOf([call('a', 'view'), call('b', 'create')])).toEqual(['a', 'b'])
})

test('writes, refused calls and words part the reads before them from those after', () => {
  const reads = (one: string, two: string) => [call(one, 'view'), call(two, 'view')]
  expect(
    idsOf([
      ...reads('a', 'b'),
      call('w', 'create'),
      ...reads('c', 'd'),
      answer,
      ...reads('e', 'f'),
      call('r', 'view', 'refused'),
      call('g', 'view'),
    ]),
  ).toEqual([['a', 'b'], 'w', ['c', 'd'], 'said', ['e', 'f'], 'r', 'g'])
})
