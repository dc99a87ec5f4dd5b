'use client'

import { useEffect, useRef, useState } from 'react'
import { type Seen, withSeenMemory } from '@/lib/store/model/seen'
import { readLooked, writeLooked } from './looked'

const keyOf = (storeId: string) => `seen:${storeId}`

export interface OpenedMemory {
  memoryId: string
  /** its last change, as shown */
  sequence: number
}

/**
 * Tracks what this browser has seen of a store: all of it on the first visit, since then the
 * memories that were opened. Null until it is known.
 *
 * @param last the store's last change when the page was rendered
 * @param opened the memory that is open as it is now
 */
export function useSeenChanges(
  storeId: string,
  last: number,
  opened: OpenedMemory | null,
): Seen | null {
  const [seen, setSeen] = useState<Seen | null>(null)
  const memoryId = opened?.memoryId
  const sequence = opened?.sequence
  useEffect(() => {
    const before = readSeen(storeId) ?? { sequence: last, at: null, memories: {} }
    const after =
      memoryId === undefined || sequence === undefined
        ? before
        : withSeenMemory(before, { memoryId, sequence })
    localStorage.setItem(keyOf(storeId), JSON.stringify(after))
    // Only the browser knows it, so it cannot be there at the first paint.
    // oxlint-disable-next-line react/set-state-in-effect
    setSeen(after)
    // Later changes of the store are not seen by being there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [storeId, memoryId, sequence])
  useLooked(storeId, last)
  return seen
}

/** Keeps how far one has looked at a store when one leaves it. */
function useLooked(storeId: string, last: number): void {
  const newest = useRef(last)
  useEffect(() => {
    newest.current = last
  }, [last])
  useEffect(() => {
    const remember = () => writeLooked(storeId, { sequence: newest.current, at: Date.now() })
    window.addEventListener('pagehide', remember)
    return () => {
      window.removeEventListener('pagehide', remember)
      remember()
    }
  }, [storeId])
}

/** The last change of a store when this browser last showed it; null: it never did. */
export function seenChange(storeId: string): number | null {
  return readLooked(storeId)?.sequence ?? null
}

/** Returns what is stored; null if nothing is, or something else. */
function readSeen(storeId: string): Seen | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(storeId)) ?? 'null')
    return isSeen(kept) ? kept : null
  } catch {
    return null
  }
}

function isSeen(kept: unknown): kept is Seen {
  if (typeof kept !== 'object' || kept === null) return false
  if (!('sequence' in kept && 'memories' in kept)) return false
  return Number.isSafeInteger(kept.sequence) && typeof kept.memories === 'object'
}
