/** What a page can follow. */
export type Topic =
  | `${'store' | 'session' | 'job'}:${string}`
  | 'stores'
  | 'sessions'
  | 'review'
  | 'log'
  | 'connections'
  | 'frame'

/** A topic's number after something happened; `body` is given for sessions only. */
export interface News {
  topic: Topic
  sequence: number
  body?: unknown
}
