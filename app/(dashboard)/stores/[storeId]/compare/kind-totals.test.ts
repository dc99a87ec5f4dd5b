import { expect, test } from 'vitest'
import { kindTotals } from './kind-totals'

const side = { path: '/a', sha256: '1', size: 1, versionId: 'memver_1', sequence: 1 }

const created = (memoryId: string) => ({ memoryId, before: null, after: side })
const deleted = (memoryId: string) => ({ memoryId, before: side, after: null })

const changes = [created('a'), deleted('b'), created('c')]

test('changes are counted by kind, with their lines', () => {
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

test('uncounted lines are not reported as zero', () => {
  expect(kindTotals(changes, null).map(({ memories, lines }) => [memories, lines])).toEqual([
    [2, null],
    [0, null],
    [0, null],
    [1, null],
  ])
})
