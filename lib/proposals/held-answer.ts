import type { Database } from '@/lib/db/database'
import type { HeldByPolicy } from '@/lib/memory-tool/run-memory-command'
import type { Cause } from '@/lib/store/model/actor'
import type { HeldCommand } from './held-command'
import { heldWords, holdWrite } from './hold-write'

/** A write of an agent, as it can be run again. */
export interface HoldableWrite {
  db: Database
  /** under which people reach this server */
  origin: string
  storeId: string
  command: HeldCommand
  cause: Cause
}

/**
 * Keeps what a policy holds as a proposal. Returns its id, and what its agent is told; null if the
 * store is gone. `path`: as the agent names it.
 */
export async function heldAnswer(
  write: HoldableWrite,
  held: HeldByPolicy,
  path: string,
): Promise<{ proposalId: string; words: string } | null> {
  const { db, storeId, command, cause } = write
  const proposalId = await holdWrite(db, {
    storeId,
    command,
    cause,
    path: held.path,
    kind: held.change,
    rule: { id: held.ruleId ?? 'default', revision: held.revision },
    isUnscanned: held.isUnscanned,
    lapseAfter: held.lapseAfter,
  })
  if (proposalId === null) return null
  const link = `${write.origin}/review?store=${storeId}`
  return { proposalId, words: heldWords({ path, proposalId, reason: held.reason, link }) }
}
