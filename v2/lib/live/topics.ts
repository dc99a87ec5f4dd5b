/** What a page can follow. */
export type Topic = `${'store' | 'job'}:${string}` | 'stores' | 'frame'

/** A topic's number after something happened. */
export interface News {
  topic: Topic
  sequence: number
}
