/** State of a live page's connection to the server, for its notice. */
export type Connection =
  | { state: 'connected' }
  /** since when, milliseconds since 1970: what is shown is as old */
  | { state: 'lost'; since: number }
  /** reconnected: how many seconds it was lost, and how much was missed */
  | { state: 'back'; seconds: number; missed: number; span?: Span }

/** Changes of a store: after one sequence, up to another. */
export interface Span {
  after: number
  upTo: number
}

/**
 * Time for which the notice says that the connection is back, if nothing was missed; milliseconds.
 */
export const BACK_SHOWN_MS = 8_000
