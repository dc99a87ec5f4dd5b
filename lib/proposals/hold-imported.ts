import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { addProposal } from '@/lib/store/proposals/proposals'
import type { Cause } from '@/lib/store/model/actor'
import type { StoreProblem } from '@/lib/store/model/problems'
import type { HeldCommand } from './held-command'
import { waitingAt } from './sql/waiting-proposals'

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
    const waiting = await waitingFor(tx, { storeId, cause, writes })
    const ids: (string | null)[] = []
    for (const { problem, command } of writes) {
      const { path, change, ruleId, revision, lapseAfter, isUnscanned } = problem
      const rule = { id: ruleId ?? 'default', revision }
      const lapsesAt = Date.now() + lapseAfter
      const held = { rule, isUnscanned, lapsesAt }
      const proposal = { storeId, cause, kind: change, path, command, ...held }
      ids.push(waiting.get(JSON.stringify(command)) ?? (await addProposal(tx, proposal)))
    }
    return ids
  })
}

/** The agent's proposals that wait at these paths, by their commands. */
async function waitingFor(
  tx: WriteSql,
  { storeId, cause, writes }: HoldImportedInput,
): Promise<Map<string, string>> {
  const paths = writes.map(({ problem }) => problem.path)
  if (paths.length === 0) return new Map()
  const rows = await waitingAt(tx, { storeId, actorId: cause.actor.id, paths })
  return new Map(rows.map(({ id, command }) => [command, id]))
}
