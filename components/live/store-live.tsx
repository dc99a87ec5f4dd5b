'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { addGlow } from '@/components/tree/glow'
import { replayFrom } from '@/components/time/replay'
import { TreeCache } from '@/components/tree/tree-cache'
import { ConnectionNotice } from './connection-notice'
import { useStoreEvents } from './use-store-events'

/** Changes within this are fetched together, so that a busy agent does not overload the page. */
const QUIET_MS = 400

/** Keeps a store's page current: the tree at once, then what the server renders. */
export function StoreLive({ storeId, after }: { storeId: string; after: number }) {
  const queries = useQueryClient()
  const refresh = useRefresh(() => void new TreeCache(queries, storeId).refresh())
  const { connection, showMissed } = useStoreEvents(storeId, after, (change) => {
    new TreeCache(queries, storeId).follow(change)
    const path = change.version?.path
    if (path != null && change.type.startsWith('memory.')) addGlow(queries, storeId, path)
    refresh()
  })
  const span = connection.state === 'back' ? connection.span : undefined
  const isLost = connection.state === 'lost'
  useEffect(() => {
    if (isLost) void new TreeCache(queries, storeId).stopRefreshing()
  }, [isLost, queries, storeId])
  return (
    <div role="status">
      <ConnectionNotice
        connection={connection}
        missed="missed"
        compareHref={span && `/stores/${storeId}/compare?from=${span.after}&to=${span.upTo}`}
        onReplay={
          span &&
          (() => {
            showMissed()
            replayFrom(span.after)
          })
        }
        onShow={showMissed}
      />
    </div>
  )
}

/**
 * Refetches the page from the server: at once, and during a render only once more afterwards. Calls
 * `onQuiet` after a quiet moment.
 */
function useRefresh(onQuiet: () => void): () => void {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const isWanted = useRef(false)
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (isPending || !isWanted.current) return
    isWanted.current = false
    startTransition(() => router.refresh())
  }, [isPending, router])
  useEffect(() => () => clearTimeout(quiet.current), [])
  return () => {
    if (isPending) isWanted.current = true
    else startTransition(() => router.refresh())
    clearTimeout(quiet.current)
    // Without a network the listing would wait for it, and then show what was missed unasked.
    quiet.current = setTimeout(() => navigator.onLine && onQuiet(), QUIET_MS)
  }
}
