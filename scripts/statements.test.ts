import { expect, test } from 'vitest'
import { statementProblem } from './statements.mjs'

test('SQL stands in the sql folder of its room', () => {
  const wrong = 'SQL stands in the `sql` folder of its room: see docs/decisions/0034.'
  const select = 'SELECT id FROM memories'
  expect(statementProblem('lib/store/write/find.ts', select)).toBe(wrong)
  expect(statementProblem('app/page.tsx', '\n  UPDATE memories SET path = NULL')).toBe(wrong)
  expect(statementProblem('lib/store/write/sql/heads.ts', select)).toBeNull()
  expect(statementProblem('lib/store/write/find.test.ts', select)).toBeNull()
  expect(statementProblem('bench/dry-runs.ts', select)).toBeNull()
})

test('what asks the database about itself is no question of a room', () => {
  expect(statementProblem('lib/db/sqlite.ts', 'SELECT name FROM sqlite_master')).toBeNull()
})

test('words of a sentence are no statement', () => {
  expect(statementProblem('lib/store/write/find.ts', 'SELECTED')).toBeNull()
  expect(statementProblem('lib/store/write/find.ts', 'Update the store')).toBeNull()
})
