import { expect, test } from 'vitest'
import type { NetChange } from '@/lib/store/net-changes'
import { kindTotals } from './kind-totals'

const change = (memoryId: string, kind: NetChange['kind']): NetChange => ({
  memoryId,
  kind,
  before: null,
  after: null,
})

const changes = [change('a', 'created'), change('b', 'deleted'), change('c', 'created')]

test('changes are counted by their kind, with their lines', () => {
  const lines = new Map([
    ['a', { added: 3, removed: 0 }],
    ['b', { added: 0, removed: 2 }],
    ['c', { added: 4, removed: 1 }],
  ])
  expect(kindTotals(changes, lines)).toEqual([
    { kind: 'created', memories: 2, lines: { added: 7, removed: 1 } },
    { kind: 'modified', memories: 0, lines: { added: 0, removed: 0 } },
    { kind: 'renamed', memories: 0, lines: { added: 0, removed: 0 } },
    { kind: 'deleted', memories: 1, lines: { added: 0, removed: 2 } },
  ])
})

test('lines that were not counted are not said to be none', () => {
  expect(kindTotals(changes, null).map(({ memories, lines }) => [memories, lines])).toEqual([
    [2, null],
    [0, null],
    [0, null],
    [1, null],
  ])
})
