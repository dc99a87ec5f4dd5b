'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { treeQueryKey } from '@/components/tree/tree-query'
import { useEventSource } from './use-event-source'

const TYPES = [
  'memory.created',
  'memory.modified',
  'memory.deleted',
  'memory_version.redacted',
  'memory_store.updated',
  'memory_store.archived',
]

/** Keeps a store's page as the store is: the tree, the content, the versions. */
export function StoreLive({ storeId, after }: { storeId: string; after: number }) {
  const t = useTranslations('App')
  const router = useRouter()
  const queries = useQueryClient()
  const url = `/v1/memory_stores/${storeId}/events?after=${after}`
  const { lastEvent, isConnected } = useEventSource(url, TYPES)
  useEffect(() => {
    if (!lastEvent) return
    // Many changes in a moment are shown as one.
    const timer = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: treeQueryKey(storeId) })
      router.refresh()
    }, 100)
    return () => clearTimeout(timer)
  }, [lastEvent, queries, router, storeId])
  return (
    <p role="status" className="text-xs text-attention">
      {isConnected ? '' : t('connectionLost')}
    </p>
  )
}
