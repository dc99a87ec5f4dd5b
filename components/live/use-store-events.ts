'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
}

export type Connection =
  | { state: 'connected' }
  | { state: 'lost' }
  /** reconnected: how many seconds it was lost, and how many changes were replayed */
  | { state: 'back'; seconds: number; replayed: number }

const TYPES = [
  'memory.created',
  'memory.modified',
  'memory.deleted',
  'memory_version.redacted',
  'memory_versions.rewritten',
  'memory_store.updated',
  'memory_store.archived',
]

const BACK_SHOWN_MS = 8_000

/**
 * Reports every change of a store after a sequence, in order, each once. Reconnects by itself and
 * replays what was missed; returns the state of the connection.
 */
export function useStoreEvents(
  storeId: string,
  after: number,
  onChange: (change: StoreChange) => void,
): Connection {
  const [connection, setConnection] = useState<Connection>({ state: 'connected' })
  const told = useRef(after)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    let shown: ReturnType<typeof setTimeout> | undefined
    let lostAt: number | null = null
    let back: { at: number; seconds: number; replayed: number } | null = null

    const listener = (data: string) => {
      const change = changeOf(data)
      if (change.sequence <= told.current) return
      told.current = change.sequence
      if (back && change.createdAt < back.at) {
        back.replayed += 1
        setConnection({ state: 'back', seconds: back.seconds, replayed: back.replayed })
      }
      changed(change)
    }
    const onOpen = () => {
      if (lostAt === null) return
      back = { at: Date.now(), seconds: Math.round((Date.now() - lostAt) / 1000), replayed: 0 }
      lostAt = null
      setConnection({ state: 'back', seconds: back.seconds, replayed: 0 })
      shown = setTimeout(() => {
        back = null
        setConnection({ state: 'connected' })
      }, BACK_SHOWN_MS)
    }
    const onLost = () => {
      clearTimeout(shown)
      back = null
      lostAt ??= Date.now()
      setConnection({ state: 'lost' })
    }
    const stop = followStream({
      address: () => `/v1/memory_stores/${storeId}/events?after=${told.current}`,
      on: Object.fromEntries(TYPES.map((type) => [type, listener])),
      onOpen,
      onLost,
    })
    return () => {
      clearTimeout(shown)
      stop()
    }
  }, [storeId])
  return connection
}

interface WireChange {
  type: string
  sequence: number
  created_at: string
  memory_version: {
    memory_id: string
    path: string | null
    content_size_bytes: number | null
    operation: ChangedVersion['operation']
  } | null
}

function changeOf(data: string): StoreChange {
  const { type, sequence, created_at, memory_version } = JSON.parse(data) as WireChange
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
        }
      : null,
  }
}
