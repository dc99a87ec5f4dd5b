import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { changedStores, lastSequences } from '@/lib/store/stores/read-stores'
import type { StoreEvent } from '@/lib/store/events/events'
import { readEventPage } from '@/lib/store/events/follow-events'
import type { Audience } from '@/lib/store/model/audience'
import { pathBefore } from '@/lib/store/versions/read-versions'

/**
 * News of memories for subscribers. They are read once for all of them, from the stores' events,
 * which include the changes of other processes.
 */

/** A piece of news about memories. */
export interface MemoryNews {
  storeId: string
  /** the memory whose text changed; null: none did */
  path: string | null
  /** whether there are other memories than before, or at other paths */
  isOfList: boolean
}

/** Changes within this time are reported together; milliseconds. */
const TOGETHER_MS = 50

type Listener = (news: readonly MemoryNews[]) => void

const followers = perProcess('followers of memories', () => ({
  ofDatabase: new WeakMap<Database, Map<Audience, Follower>>(),
}))

/**
 * Listens to what happens from now on, once it resolves; call what it returns to leave. `audience`:
 * agents are not told of what is in quarantine.
 */
export async function listenToMemories(
  db: Database,
  audience: Audience,
  listener: Listener,
): Promise<() => void> {
  const ofDatabase = followers.ofDatabase.get(db) ?? new Map<Audience, Follower>()
  followers.ofDatabase.set(db, ofDatabase)
  const known = ofDatabase.get(audience)
  const forget = (ended: Follower) => {
    if (ofDatabase.get(audience) === ended) ofDatabase.delete(audience)
  }
  const follower = known ?? new Follower(db, audience, forget)
  if (!known) ofDatabase.set(audience, follower)
  return follower.join(listener)
}

class Follower {
  private readonly listeners = new Set<Listener>()
  private readonly ending = new AbortController()
  private readonly begun: Promise<void>

  constructor(
    private readonly db: Database,
    private readonly audience: Audience,
    private readonly onEnd: (ended: Follower) => void,
  ) {
    let begin = () => {}
    this.begun = new Promise((resolve) => (begin = resolve))
    void this.follow(begin)
      .catch((error: unknown) => log.error('the stores could not be followed', causeOf(error)))
      .finally(() => {
        this.ending.abort()
        this.onEnd(this)
        begin()
      })
  }

  async join(listener: Listener): Promise<() => void> {
    this.listeners.add(listener)
    await this.begun
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0 || this.ending.signal.aborted) return
      this.onEnd(this)
      this.ending.abort()
    }
  }

  private async follow(begin: () => void): Promise<void> {
    const changes = changedStores(this.db, this.ending.signal)
    await changes.next()
    const sequences = await lastSequences(this.db)
    begin()
    while (!(await changes.next()).done) {
      await pause(TOGETHER_MS)
      const news = await this.newsSince(sequences)
      if (news.length > 0) for (const listener of this.listeners) listener(news)
    }
  }

  /** `sequences`: by store, the last change that was reported; kept up to date. */
  private async newsSince(sequences: Map<string, number>): Promise<MemoryNews[]> {
    const news: MemoryNews[] = []
    for (const [storeId, last] of await lastSequences(this.db)) {
      let after = sequences.get(storeId) ?? 0
      while (after < last) {
        const page = await readEventPage(this.db, { storeId, after, audience: this.audience })
        if (page === null) break
        for (const event of page.events) {
          const happened = await newsOf(this.db, event)
          if (happened) news.push(happened)
        }
        if (page.through === after) break
        after = page.through
      }
      sequences.set(storeId, Math.max(after, last))
    }
    return news
  }
}

async function newsOf(db: Database, event: StoreEvent): Promise<MemoryNews | null> {
  const { storeId, type, version } = event
  const path = version?.path ?? null
  switch (type) {
    case 'memory.created':
    case 'memory.deleted':
    case 'memory.quarantined':
    case 'memory.released':
      return { storeId, path, isOfList: true }
    case 'memory.modified': {
      const before = version && (await pathBefore(db, version))
      return { storeId, path, isOfList: before !== path }
    }
    case 'memory_versions.rewritten':
      return { storeId, path, isOfList: false }
    case 'memory_store.updated':
      return { storeId, path: null, isOfList: true }
    case 'memory_version.redacted':
    case 'memory_store.archived':
      return null
  }
}
