import type { InvalidInput } from '@/lib/store/model/invalid-input'

/** The refusals of sessions, with their facts; each face words them itself. */
export type SessionProblem =
  | { kind: 'session_not_found'; sessionId: string }
  | { kind: 'session_archived'; sessionId: string }
  | ({ kind: 'invalid_session_input' } & InvalidInput)
  /** A confirmation for a call that does not wait for one. */
  | { kind: 'call_not_waiting'; toolUseId: string }
  /** The write is no longer the one that was shown. */
  | { kind: 'write_changed'; toolUseId: string }
  /** A deletion, a rename, and a write to several memories have no text to change. */
  | { kind: 'call_not_editable'; toolUseId: string }
  /** Gates stand before its store, and something before it is still to be written. */
  | { kind: 'call_not_in_turn'; toolUseId: string }
  /** Approval would be loosened by someone who may not decide. */
  | { kind: 'loosening_forbidden'; sessionId: string }
  /** Nothing to continue: the agent is working, or has finished. */
  | { kind: 'nothing_to_continue'; sessionId: string }
  /** A compaction is running, or waits for a person. */
  | { kind: 'compaction_under_way'; sessionId: string }
  /** The conversation has not begun. */
  | { kind: 'nothing_to_compact'; sessionId: string }
  /** A confirmation of a summary that does not wait for one. */
  | { kind: 'summary_not_waiting'; startId: string }

/** The only error that `lib/agent` throws for a refusal, besides the store's own. */
export class SessionError extends Error {
  override readonly name = 'SessionError'

  constructor(readonly problem: SessionProblem) {
    super(problem.kind)
  }
}

export function refuseSession(problem: SessionProblem): never {
  throw new SessionError(problem)
}
