import type { CallHold } from '../session-event'

/** What the policies of a session's stores say of a call before it runs. */
export interface JudgedCall {
  /** null: none holds it */
  hold: CallHold | null
  /** its input as it may be stored; null: as the model wrote it */
  stored: Record<string, unknown> | null
  isRefused: boolean
  /** what is no complete input, as it may be stored; null: as the model wrote it */
  malformed: string | null
}
