import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import type { StoreProblem } from '@/lib/store/model/problems'
import type { HeldCommand } from './held-command'
import { keepWaiting } from './keep-waiting'

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
 * the proposals' ids in the order of the writes, null if the store is gone.
 */
export async function holdImported(
  db: Database,
  { storeId, cause, writes }: HoldImportedInput,
): Promise<(string | null)[]> {
  const held = writes.map(({ problem, command }) => {
    const { path, change: kind, ruleId, revision, lapseAfter, isUnscanned } = problem
    const rule = { id: ruleId ?? 'default', revision }
    return { path, kind, command, rule, isUnscanned, lapsesAt: Date.now() + lapseAfter }
  })
  return db.write((tx) => keepWaiting(tx, { storeId, cause, writes: held }))
}
