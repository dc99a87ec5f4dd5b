'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useTransition } from 'react'
import { addGlow } from '@/components/tree/glow'
import { replayFrom } from '@/components/time/replay'
import { TreeCache } from '@/components/tree/tree-cache'
import type { Connection } from './connection'
import { ConnectionNotice } from './connection-notice'
import { useStoreEvents } from './use-store-events'

/** Changes within this are fetched together, so that a busy agent does not overload the page. */
const QUIET_MS = 400

/** Keeps a store's page current: the tree at once, then what the server renders. */
export function StoreLive({ storeId, after }: { storeId: string; after: number }) {
  const queries = useQueryClient()
  const { refresh, stopRefreshing } = useRefresh(
    () => void new TreeCache(queries, storeId).refresh(),
  )
  const { connection, showMissed } = useStoreEvents(storeId, after, (change) => {
    new TreeCache(queries, storeId).follow(change)
    const path = change.version?.path
    if (path != null && change.type.startsWith('memory.')) addGlow(queries, storeId, path)
    refresh()
  })
  const span = connection.state === 'back' ? connection.span : undefined
  const wasLost = useRef(false)
  const onState = useEffectEvent((state: Connection['state']) => {
    if (state === 'lost') {
      wasLost.current = true
      // What was to be fetched would be fetched once the network is back, and show unasked what came
      // meanwhile.
      stopRefreshing()
      void new TreeCache(queries, storeId).stopRefreshing()
    } else if (state === 'connected' && wasLost.current) {
      wasLost.current = false
      refresh()
    }
  })
  useEffect(() => onState(connection.state), [connection.state])
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
 * `onQuiet` after a quiet moment. `stopRefreshing` takes back what has not begun.
 */
function useRefresh(onQuiet: () => void): { refresh: () => void; stopRefreshing: () => void } {
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
  const refresh = () => {
    if (isPending) isWanted.current = true
    else startTransition(() => router.refresh())
    clearTimeout(quiet.current)
    // Without a network the listing would wait for it, and then show what was missed unasked.
    quiet.current = setTimeout(() => navigator.onLine && onQuiet(), QUIET_MS)
  }
  const stopRefreshing = () => {
    isWanted.current = false
    clearTimeout(quiet.current)
  }
  return { refresh, stopRefreshing }
}
