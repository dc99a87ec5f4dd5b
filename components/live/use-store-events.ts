'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReviewEventType } from '@/lib/store/model/review-event'
import { BACK_SHOWN_MS, type Connection } from './connection'
import { followStream } from './follow-stream'

/** A change of a store, as streamed. */
export interface StoreChange {
  type: string
  /** its sequence in the store */
  sequence: number
  /** milliseconds since 1970 */
  createdAt: number
  /**
   * the version that was written or redacted, or the newest rewritten; null for a change of the
   * store itself
   */
  version: ChangedVersion | null
}

export interface ChangedVersion {
  memoryId: string
  /** null once redacted; for a deletion, the last path */
  path: string | null
  size: number | null
  operation: 'created' | 'modified' | 'deleted'
  /** whether an agent wrote it, which a person has yet to review */
  isForReview: boolean
  isByPerson: boolean
}

const TYPES = [
  'memory.created',
  'memory.modified',
  'memory.deleted',
  'memory_version.redacted',
  'memory_versions.rewritten',
  'memory.quarantined',
  'memory.released',
  'memory_store.updated',
  'memory_store.archived',
]

/** Events that follow a change a moment later: the findings in it, and its writer. */
const AFTERTHOUGHTS: readonly ReviewEventType[] = [
  'finding.created',
  'findings.updated',
  'version.attributed',
]

export interface ShownStore {
  storeId: string
  /** the last change that the page shows */
  after: number
  /** before the page was read; milliseconds since 1970 by the server's clock */
  readAt: number
}

export interface StoreListener {
  /** called with every change, in order, each once */
  onChange: (change: StoreChange) => void
  /** called when more is known of changes that were reported before */
  onLearnt: () => void
}

/**
 * Reports every change of a store after a sequence, and what becomes known about it later.
 * Reconnects by itself. Changes missed meanwhile are held back, so that nothing moves under the
 * reader, until `showMissed` is called; so are those after them. Returns the state of the
 * connection.
 */
export function useStoreEvents(
  { storeId, after, readAt }: ShownStore,
  { onChange, onLearnt }: StoreListener,
): { connection: Connection; showMissed: () => void } {
  const [connection, setConnection] = useState<Connection>({ state: 'connected' })
  const told = useRef(after)
  const held = useRef<StoreChange[]>([])
  const changed = useEffectEvent(onChange)
  const learnt = useEffectEvent(() => {
    if (held.current.length === 0) onLearnt()
  })
  const addressNow = useEffectEvent(
    () => `/stores/${storeId}/events?after=${told.current}&read=${readAt}`,
  )
  useEffect(() => {
    let shown: ReturnType<typeof setTimeout> | undefined
    let lostAt: number | null = null
    let back: { upTo: number; seconds: number; after: number } | null = null
    held.current = []

    const listener = (data: string) => {
      const change = changeOf(data)
      if (change.sequence <= told.current) return
      told.current = change.sequence
      const isMissed = back !== null && change.sequence <= back.upTo
      if (!isMissed && held.current.length === 0) return changed(change)
      clearTimeout(shown)
      held.current.push(change)
      if (back) setConnection(backWith(back, held.current))
    }
    const onOpened = (data: string) => {
      if (lostAt === null) return
      const { sequence: upTo } = JSON.parse(data) as { sequence: number }
      const seconds = Math.round((Date.now() - lostAt) / 1000)
      const [oldest] = held.current
      back = { upTo, seconds, after: oldest ? oldest.sequence - 1 : told.current }
      lostAt = null
      setConnection(backWith(back, held.current))
      if (held.current.length > 0) return
      shown = setTimeout(() => {
        back = null
        setConnection({ state: 'connected' })
      }, BACK_SHOWN_MS)
    }
    const onLost = () => {
      clearTimeout(shown)
      back = null
      lostAt ??= Date.now()
      setConnection({ state: 'lost', since: lostAt })
    }
    const stop = followStream({
      address: () => addressNow(),
      on: Object.fromEntries([
        ['opened', onOpened] as const,
        ...TYPES.map((type) => [type, listener] as const),
        ...AFTERTHOUGHTS.map((type) => [type, () => learnt()] as const),
      ]),
      onLost,
    })
    return () => {
      clearTimeout(shown)
      stop()
    }
  }, [storeId])
  const showMissed = () => {
    const missed = held.current
    held.current = []
    setConnection({ state: 'connected' })
    for (const change of missed) onChange(change)
  }
  return { connection, showMissed }
}

function backWith(
  { seconds, after }: { seconds: number; after: number },
  held: readonly StoreChange[],
): Connection {
  const span = { after, upTo: held.at(-1)?.sequence ?? after }
  return { state: 'back', seconds, missed: held.length, span }
}

interface WireChange {
  type: string
  sequence: number
  created_at: string
  for_review: boolean
  memory_version: {
    memory_id: string
    path: string | null
    content_size_bytes: number | null
    operation: ChangedVersion['operation']
    created_by: { type: string }
  } | null
}

function changeOf(data: string): StoreChange {
  const { type, sequence, created_at, for_review, memory_version } = JSON.parse(data) as WireChange
  return {
    type,
    sequence,
    createdAt: Date.parse(created_at),
    version: memory_version
      ? {
          memoryId: memory_version.memory_id,
          path: memory_version.path,
          size: memory_version.content_size_bytes,
          operation: memory_version.operation,
          isForReview: for_review,
          isByPerson: memory_version.created_by.type === 'user_actor',
        }
      : null,
  }
}
