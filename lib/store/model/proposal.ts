import type { Actor } from './actor'
import type { ChangeKind } from './memory-change'

export const PROPOSAL_STATES = ['waiting', 'allowed', 'denied', 'lapsed', 'withdrawn'] as const

/**
 * `withdrawn`: its agent was stopped, its session is gone, or another text of its agent waits in its
 * place; nothing was written.
 */
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** An agent's write that waits for a person, or waited; it is no version (review page, Terms). */
export interface Proposal {
  id: string
  storeId: string
  changesetId: string
  /** the session that it belongs to, if one is known */
  sessionId: string | null
  /** the event of the call that waits in the session; null: a write over the API */
  toolUseId: string | null
  /** who wants to write */
  actor: Actor
  kind: ChangeKind
  /** what it is about, in its store; of a rename the path before */
  path: string
  state: ProposalState
  /** milliseconds since 1970 */
  createdAt: number
  /** when it is denied by itself; null: never */
  lapsesAt: number | null
  /** the rule that held it, and its policy's revision; null: its session asks for every write */
  rule: { id: string; revision: number } | null
  /** whether it was held since it could not be scanned in full */
  isUnscanned: boolean
  /** of one that waits: when it was allowed before its store moved on, so that it waits again */
  decidedAt: number | null
  /** who decided; null: nobody */
  decidedBy: Actor | null
  /** what the person told the agent with a denial */
  message: string | null
  /** whether a person changed the text before allowing it */
  isEdited: boolean
}
