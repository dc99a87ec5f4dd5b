import type { MemoryNews } from '@/lib/agent/follow-memory'

type Listener = (news: MemoryNews) => void

interface KnownStore {
  storeId: string
  /** number of its last change at rendering */
  sequence: number
}

/**
 * The changes of a session's stores, which come with the stream of its conversation: a browser allows
 * few connections to a server. From those that were known at rendering; none is missed or repeated.
 */
export class MemoryFeed {
  private readonly known: Map<string, number>
  private listener: Listener | null = null

  constructor(stores: readonly KnownStore[]) {
    this.known = new Map(stores.map(({ storeId, sequence }) => [storeId, sequence]))
  }

  /**
   * Returns the last known change of each store, for the address of the stream, which continues
   * from there.
   */
  asked(): [string, string][] {
    return [...this.known].map(([storeId, sequence]) => [storeId, `${sequence}`])
  }

  take(news: MemoryNews): void {
    if (news.kind !== 'gone') this.known.set(news.storeId, news.sequence)
    this.listener?.(news)
  }

  /** Reports what comes until the returned function is called; to one listener. */
  follow(listener: Listener): () => void {
    this.listener = listener
    return () => {
      this.listener = null
    }
  }
}
