'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { MemoryNews } from '@/lib/agent/follow-memory'
import type { MemoryFeed } from './memory-feed'
import { memoryKey } from '../queries'

/** The last change of a memory since the page was opened. */
export interface SeenChange {
  /** its sequence in the store */
  sequence: number
  /** whether a call of this session made it */
  isOwn: boolean
}

/** Changes by store and path, keyed by `changeKey`. */
export type SeenChanges = ReadonlyMap<string, SeenChange>

export const changeKey = (storeId: string, path: string) => `${storeId} ${path}`

/** Changes since the page was opened. */
export interface MemoryNewsSeen {
  changes: SeenChanges
  /** the newest change that no call of this session made; null: none */
  byOthers: { storeId: string; path: string; sequence: number } | null
}

const NOTHING: MemoryNewsSeen = { changes: new Map(), byOthers: null }

/** Changes within this are shown together, so that a busy script does not overload the page. */
const QUIET_MS = 150

/**
 * Follows a session's stores, whoever writes to them: a store's queries are invalidated when it
 * changes. Returns what changed.
 */
export function useMemoryNews(sessionId: string, memory: MemoryFeed): MemoryNewsSeen {
  const queries = useQueryClient()
  const [seen, setSeen] = useState<MemoryNewsSeen>(NOTHING)
  const take = useEffectEvent((news: readonly MemoryNews[]) => {
    const stores = new Set(news.map(({ storeId }) => storeId))
    for (const storeId of stores) {
      const filter = { queryKey: memoryKey(sessionId, storeId) }
      // A first answer on its way may be older than the news, and would count as new.
      void queries.cancelQueries(filter).then(() => queries.invalidateQueries(filter))
    }
    const changes = news.filter((each) => each.kind === 'changed')
    if (changes.length === 0) return
    setSeen((before) => {
      const next = new Map(before.changes)
      let { byOthers } = before
      for (const { storeId, path, sequence, isOwn } of changes) {
        if (path === null) continue
        next.set(changeKey(storeId, path), { sequence, isOwn })
        if (!isOwn) byOthers = { storeId, path, sequence }
      }
      return { changes: next, byOthers }
    })
  })
  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined
    let waiting: MemoryNews[] = []
    const flush = () => {
      pending = undefined
      const news = waiting
      waiting = []
      take(news)
    }
    const stop = memory.follow((news) => {
      waiting.push(news)
      pending ??= setTimeout(flush, QUIET_MS)
    })
    return () => {
      clearTimeout(pending)
      stop()
    }
  }, [memory])
  return seen
}
