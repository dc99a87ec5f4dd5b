import type { InvalidInput } from '@/lib/store/model/invalid-input'

/** What sessions refuse, with its facts; each face finds its own words for it. */
export type SessionProblem =
  | { kind: 'session_not_found'; sessionId: string }
  | { kind: 'session_archived'; sessionId: string }
  | ({ kind: 'invalid_session_input' } & InvalidInput)
  /** A confirmation for a call that does not wait for one. */
  | { kind: 'call_not_waiting'; toolUseId: string }
  /** What would be written is not what was looked at. */
  | { kind: 'write_changed'; toolUseId: string }
  /** Less would be asked about, and who wants it may not decide. */
  | { kind: 'loosening_forbidden'; sessionId: string }
  /** There is nothing to go on with: the agent is at work, or had its say. */
  | { kind: 'nothing_to_continue'; sessionId: string }
  /** A context is summarised already, or a person's word on it is waited for. */
  | { kind: 'compaction_under_way'; sessionId: string }
  /** The conversation has not begun. */
  | { kind: 'nothing_to_compact'; sessionId: string }
  /** A word on a summary that does not wait for one. */
  | { kind: 'summary_not_waiting'; startId: string }

/** The one error that `lib/agent` throws for what it refuses, besides the store's own. */
export class SessionError extends Error {
  override readonly name = 'SessionError'

  constructor(readonly problem: SessionProblem) {
    super(problem.kind)
  }
}

export function refuseSession(problem: SessionProblem): never {
  throw new SessionError(problem)
}
