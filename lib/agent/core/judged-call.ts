import type { CallHold } from '../session-event'

/** The verdict on a call before it runs: what policies say, and whether it can succeed. */
export interface JudgedCall {
  /** null: none holds it */
  hold: CallHold | null
  /** its input as it may be stored; null: as the model wrote it */
  stored: Record<string, unknown> | null
  isRefused: boolean
  /** whether it was tried and failed, and is not held */
  isFutile: boolean
  /** an incomplete input as it may be stored; null: as the model wrote it */
  malformed: string | null
}
