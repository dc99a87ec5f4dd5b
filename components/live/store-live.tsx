'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { addGlow } from '@/components/tree/glow'
import { TreeCache } from '@/components/tree/tree-cache'
import { useStoreEvents } from './use-store-events'

/** Changes that come within this are asked for together, so that a busy agent leaves the page its time. */
const QUIET_MS = 400

/** Keeps a store's page as the store is: the tree at once, then what the server renders. */
export function StoreLive({ storeId, after }: { storeId: string; after: number }) {
  const t = useTranslations('Live')
  const queries = useQueryClient()
  const refresh = useRefresh(() => void new TreeCache(queries, storeId).refresh())
  const connection = useStoreEvents(storeId, after, (change) => {
    new TreeCache(queries, storeId).follow(change)
    const path = change.version?.path
    if (path != null && change.type.startsWith('memory.')) addGlow(queries, storeId, path)
    refresh()
  })
  return (
    <p role="status" className="text-xs text-attention">
      {connection.state === 'lost' ? t('lost') : null}
      {connection.state === 'back'
        ? t('back', { seconds: connection.seconds, count: connection.replayed })
        : null}
    </p>
  )
}

/**
 * Asks the server for the page anew: at once, and while it renders not again but once afterwards.
 * When things have been quiet for a moment, `onQuiet` is called.
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
    quiet.current = setTimeout(onQuiet, QUIET_MS)
  }
}
