import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { addProposal, type NewProposal } from '@/lib/store/add-proposal'
import type { Cause } from '@/lib/store/model/actor'
import type { StoreProblem } from '@/lib/store/model/problems'
import type { HeldCommand } from './held-command'

export interface ImportedWrite {
  problem: Extract<StoreProblem, { kind: 'held_by_policy' }>
  command: HeldCommand
}

export interface HoldImportedInput {
  storeId: string
  /** the agent that imports */
  cause: Cause
  /** few: they share a transaction */
  writes: readonly ImportedWrite[]
}

/**
 * Keeps what a policy holds of an agent's import for a person, as it keeps its single writes. Returns
 * the proposals' ids in the order of the writes, null if the store is gone. What waits already is not
 * asked for twice: an import may be repeated.
 */
export async function holdImported(
  db: Database,
  { storeId, cause, writes }: HoldImportedInput,
): Promise<(string | null)[]> {
  return db.write(async (tx) => {
    const ids: (string | null)[] = []
    for (const { problem, command } of writes) {
      const { path, change, ruleId, revision, lapseAfter, isUnscanned } = problem
      const rule = { id: ruleId ?? 'default', revision }
      const lapsesAt = Date.now() + lapseAfter
      const held = { rule, isUnscanned, lapsesAt }
      const proposal = { storeId, cause, kind: change, path, command, ...held }
      ids.push((await waitingFor(tx, proposal)) ?? (await addProposal(tx, proposal)))
    }
    return ids
  })
}

/** The agent's proposal that waits for the same. */
async function waitingFor(
  tx: WriteSql,
  { storeId, cause, path, command }: NewProposal,
): Promise<string | undefined> {
  const row = await tx.get<{ id: string }>(
    `SELECT p.id FROM proposals p JOIN memory_stores s ON s.key = p.store_key
     WHERE s.id = ? AND s.deleted_at IS NULL AND p.state = 'waiting' AND p.path = ?
       AND p.actor_id = ? AND p.command = ? ORDER BY p.key LIMIT 1`,
    [storeId, path, cause.actor.id, JSON.stringify(command)],
  )
  return row?.id
}
