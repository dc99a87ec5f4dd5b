'use client'

import { useSyncExternalStore } from 'react'

/** A text that somebody edits and has not saved. */
export interface Draft {
  /** the version with which the edit began, and its text */
  versionId: string
  base: string
  text: string
}

/*
 * In the memory of this tab only: on a disk a text would outlive its redaction. Before the tab is
 * closed or loads another page the browser asks.
 */
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Keeps what is typed about a memory, in place of what was kept before; null: nothing any more. */
export function keepDraft(memoryId: string, draft: Draft | null): void {
  if (draft) drafts.set(memoryId, draft)
  else if (!drafts.delete(memoryId)) return
  if (drafts.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

/** The unsaved text of a memory; null if there is none. */
export const draftOf = (memoryId: string): Draft | null => drafts.get(memoryId) ?? null

/** The same for as long as this is on the page. */
export function useDraft(memoryId: string): Draft | null {
  return useSyncExternalStore(
    subscribe,
    () => draftOf(memoryId),
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
