'use client'

import { useSyncExternalStore } from 'react'
import { visitsNow } from '@/components/palette/visits'

/** Where this browser keeps the stores that it connected and has not opened. */
const KEPT = 'palimpsest:connected'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Adds stores whose folders were connected here. */
export function noteConnected(storeIds: readonly string[]): void {
  keep([...idsIn(kept()), ...storeIds])
}

/** Drops the stores that were opened since. */
export function dropVisited(): void {
  const visited = new Set(visitsNow().map((visit) => visit.split(':', 1)[0]))
  const ids = idsIn(kept())
  const left = ids.filter((id) => !visited.has(id))
  if (left.length < ids.length) keep(left)
}

/** The stores that this browser connected and has not opened, the first first. */
export function useStoresToOpen(): string[] {
  return idsIn(useSyncExternalStore(subscribe, kept, () => ''))
}

const idsIn = (text: string) => text.split(' ').filter((id) => id !== '')

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? ''
  } catch {
    return ''
  }
}

function keep(ids: readonly string[]): void {
  try {
    localStorage.setItem(KEPT, ids.join(' '))
  } catch {
    // A browser that keeps nothing is told no next step.
  }
  for (const listener of listeners) listener()
}
