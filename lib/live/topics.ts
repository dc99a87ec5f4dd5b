/** What a page can follow. */
export type Topic =
  | `${'store' | 'job' | 'session' | 'tests'}:${string}`
  | 'stores'
  | 'sessions'
  | 'connections'
  | 'clients'
  | 'frame'

/** A topic's number after something happened. */
export interface News {
  topic: Topic
  sequence: number
  /** of a session: what is new in it */
  body?: unknown
}
