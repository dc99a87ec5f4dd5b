import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'
import { gateRule } from '../model/verdict'
import { workOnRun } from '../run-tests'
import { newestGateRun } from '../sql/gate-runs'
import { testById } from '../sql/memory-tests'
import { dropOldRuns, insertRun } from '../sql/test-runs'
import { budgetOf, KEPT } from '../start-run'
import { testOfRow } from '../test-of-row'
import type { ComingState } from './coming-state'
import { holdState } from './held-states'

/**
 * Asks a test about a state that would come about, as a gate is asked, in the background; of two who do
 * so at once the second finds the run of the first.
 */
export async function askGate(
  db: Database,
  input: { testId: string; state: ComingState; subject: string; by: Actor },
): Promise<void> {
  const { testId, state, subject, by } = input
  const id = newId('mtrun')
  const isNew = await db.write(async (tx) => {
    const row = await testById(tx, testId)
    if (!row) return false
    const known = await newestGateRun(tx, row, state.hash)
    if (known && known.status !== 'not_run') return false
    const test = testOfRow(row)
    await insertRun(tx, {
      ...{ id, testKey: row.key, storeKey: row.storeKey, revision: row.revision },
      ...{ sequence: state.sequence, startedFor: 'gate', gateState: state.hash, gateOf: subject },
      ...budgetOf({ ...test, verdict: gateRule(test.verdict) }),
      ...{ actorType: by.type, actorId: by.id, createdAt: Date.now() },
    })
    await dropOldRuns(tx, row.key, { ...KEPT, now: Date.now() })
    tx.touch(row.storeKey)
    return true
  })
  if (!isNew) return
  // Nobody begins it before: it is this process's, which does not know its state yet.
  holdState(id, state)
  await workOnRun(db, id)
}
