import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import type { HeldCommand } from './held-command'
import { keepWaiting } from './keep-waiting'

export interface HoldWriteInput {
  storeId: string
  command: HeldCommand
  /** the path in its store; of a rename the path before */
  path: string
  kind: ChangeKind
  /** the agent */
  cause: Cause
  /** the rule that holds it, and its policy's revision */
  rule: { id: string; revision: number }
  /** whether it is held since it could not be scanned in full */
  isUnscanned?: boolean
  /** milliseconds; null: it waits until somebody decides */
  lapseAfter: number | null
}

/**
 * Keeps a write over the API for a person, who allows or denies it (`decideProposal`); nothing is
 * written. Returns the proposal's id, that of one which waits already if it asks for the same; null if
 * the store is gone.
 */
export async function holdWrite(db: Database, input: HoldWriteInput): Promise<string | null> {
  const { storeId, cause, lapseAfter, ...write } = input
  const lapsesAt = lapseAfter === null ? null : Date.now() + lapseAfter
  const writes = [{ ...write, lapsesAt }]
  const [proposalId = null] = await db.write((tx) => keepWaiting(tx, { storeId, cause, writes }))
  return proposalId
}

export interface HeldWrite {
  /** as the agent names it */
  path: string
  proposalId: string
  /** why, in English, with the rule; after "held" */
  reason: string
  /** where people decide */
  link: string
}

/**
 * Tells an agent of a write that is held (review page, Policy), in words that it can pass on to a
 * person.
 */
export function heldWords({ path, proposalId, reason, link }: HeldWrite): string {
  return `${path} is held for review as ${proposalId}; it is not saved yet. It is held ${reason}; a person decides at ${link}`
}
