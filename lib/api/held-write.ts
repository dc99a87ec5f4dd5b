import type { HeldCommand } from '@/lib/proposals/held-command'
import { heldWords, holdWrite } from '@/lib/proposals/hold-write'
import type { HeldByPolicy } from '@/lib/memory-tool/run-memory-command'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { StoreError } from '@/lib/store/model/problems'
import { ApiError } from './api-error'
import type { ApiRequest } from './api-request'

/** A write over the API, as it can be run again. */
interface HoldableWrite {
  db: Database
  request: Pick<ApiRequest, 'origin'>
  storeId: string
  command: HeldCommand
  cause: Cause
}

/** Keeps what a policy holds as a proposal. Returns its id; null if the store is gone. */
function proposalOf(write: HoldableWrite, held: HeldByPolicy): Promise<string | null> {
  const { db, storeId, command, cause } = write
  return holdWrite(db, {
    storeId,
    command,
    cause,
    path: held.path,
    kind: held.change,
    rule: { id: held.ruleId ?? 'default', revision: held.revision },
    lapseAfter: held.lapseAfter,
  })
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
  const proposalId = await proposalOf(write, held)
  if (proposalId === null) return null
  const link = `${write.request.origin}/review?store=${write.storeId}`
  return { proposalId, words: heldWords({ path, proposalId, reason: held.reason, link }) }
}

/** Runs a write; what a policy holds becomes a proposal, and 403 that names it. */
export async function orHeld<T>(write: HoldableWrite, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem.kind !== 'held_by_policy') throw error
    const { problem } = error
    const held = await heldAnswer(write, problem, problem.path)
    if (held === null) throw error
    throw new ApiError(403, 'permission_error', held.words, { proposal_id: held.proposalId })
  }
}
