import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { sqliteOfFile } from '@/tests/support/databases'
import { ruleStops } from './policy-health'

const current = sqliteOfFile()

const STORE = 1

async function addOutcomes(db: Database, action: string, count: number): Promise<void> {
  await db.write((tx) =>
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO policy_outcomes (store_key, revision, rule_id, action, agent, decided_at)
       SELECT ?, 1, 'rule', ?, 'model:m', i FROM n`,
      [count, STORE, action],
    ),
  )
}

/** The parts of the plan by which SQLite finds outcomes, for what is asked of it. */
async function plannedReads(
  db: Database,
  ask: (sql: Pick<Sql, 'all'>) => Promise<unknown>,
): Promise<string[]> {
  const plan: string[] = []
  await ask({
    all: async <Row>(statement: string, values: Parameters<Sql['all']>[1]) => {
      const rows = await db.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, values)
      plan.push(...rows.map(({ detail }) => detail))
      return new Array<Row>()
    },
  })
  return plan.filter((part) => /\b(o|policy_outcomes)\b/.test(part))
}

test('the newest of what was masked and refused are listed together, the newest first', async () => {
  const db = current()
  await addOutcomes(db, 'refuse', 15)
  await addOutcomes(db, 'land', 30)
  await addOutcomes(db, 'mask', 15)
  const stops = await ruleStops(db.read, { storeKey: STORE })
  expect(stops.map(({ action }) => action)).toEqual([
    ...new Array<string>(15).fill('mask'),
    ...new Array<string>(5).fill('refuse'),
  ])
})

test('what landed is not read to list what was refused in a store', async () => {
  const reads = await plannedReads(current(), (sql) => ruleStops(sql, { storeKey: STORE }))
  expect(reads.join('\n')).not.toMatch(/SCAN|version_sequence/)
  const ofStore = reads.filter((part) => part.includes('store_key=?'))
  expect(ofStore).toHaveLength(2)
  for (const part of ofStore) expect(part).toContain('(store_key=? AND action=?)')
})
