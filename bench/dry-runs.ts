import type { Database } from '@/lib/db/database'
import { dryRunPolicy } from '@/lib/review/policy/dry-run'
import { presetPolicy } from '@/lib/review/model/policy-presets'
import { policyHealth } from '@/lib/review/policy/policy-health'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import type { Cause } from '@/lib/store/model/actor'
import { percentile, type Row } from './measure'

const AGENT: Cause = { actor: { type: 'session', id: 'sesn_busy' } }
const RUNS = 5

/** How long it takes to try rules on what agents wrote, and to say how they fare. */
export async function dryRunRows(db: Database, { changes }: { changes: number }): Promise<Row[]> {
  const { id: storeId } = await createStore(db, { name: 'Busy' })
  await createMemory(db, { storeId, path: '/a', content: 'x\n', cause: AGENT })
  await fill(db, changes)
  const now = Date.now()
  const draft = presetPolicy('careful', now)
  const policy = { default: draft.default, rules: [] }
  const group = 'policy'
  const name = `${changes.toLocaleString('en')} changes`
  return [
    {
      group: `${group}: a dry run`,
      name,
      ...(await timed(() => dryRunPolicy(db, { storeId, draft, days: 30 }))),
    },
    {
      group: `${group}: the health of its rules`,
      name,
      ...(await timed(() => policyHealth(db, { storeId, policy, now }))),
    },
  ]
}

async function timed(run: () => Promise<unknown>): Promise<Pick<Row, 'p50' | 'p99'>> {
  const times: number[] = []
  for (let turn = 0; turn < RUNS; turn++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/** Versions and outcomes as if an agent had written them within the last days. */
async function fill(db: Database, changes: number): Promise<void> {
  const numbers = `WITH RECURSIVE numbers (n) AS (
    SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)`
  const now = Date.now()
  await db.write(async (tx) => {
    await tx.run(
      `${numbers} INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal,
         operation, node_key, size, created_at, actor_type, actor_id, session_id, changeset_key)
       SELECT v.store_key, numbers.n, 'memver_' || numbers.n, v.memory_key, numbers.n, 'modified',
         v.node_key, 2, ? + numbers.n, 'session', 'sesn_busy', 'sesn_busy', v.changeset_key
       FROM numbers CROSS JOIN memory_versions v WHERE v.sequence = 1`,
      [changes, now - changes],
    )
    await tx.run(
      `${numbers} INSERT INTO policy_outcomes (store_key, revision, action, version_sequence,
         memory_key, agent, decided_at)
       SELECT v.store_key, 1, 'review', numbers.n, v.memory_key, 'sesn_busy', ? + numbers.n
       FROM numbers CROSS JOIN memory_versions v WHERE v.sequence = 1`,
      [changes, now - changes],
    )
    await tx.run('UPDATE memory_stores SET last_sequence = ?', [changes])
  })
}
