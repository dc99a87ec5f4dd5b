import { expect, test } from 'vitest'
import { nameOfDropped } from './dropped'

test.each([
  [['notes'], 'notes'],
  [['notes.zip'], 'notes'],
  [['memory bank.tar.gz'], 'memory bank'],
  [['bank.jsonl.gz'], 'bank'],
  [['a.b.md'], 'a.b'],
  [['.claude'], '.claude'],
  [['a.md', 'b.md'], ''],
])('a store of %j is called %j', (names, name) => {
  expect(nameOfDropped({ names, files: Promise.resolve({ files: [], repositories: [] }) })).toBe(
    name,
  )
})
