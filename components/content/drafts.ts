'use client'

import { useSyncExternalStore } from 'react'
import { leaveWarning } from '@/components/ui/warn-on-leave'

/** A text that somebody edits and has not saved. */
export interface Draft {
  /** the content when the edit began: saving compares with it */
  base: string
  text: string
}

type MemoryIds = ReadonlySet<string>

/*
 * In the memory of this tab only: on a disk a text would outlive its redaction. Before the tab is
 * closed or loads another page the browser asks.
 */
const drafts = new Map<string, Draft>()
let ids: MemoryIds = new Set()
const warnIf = leaveWarning()
const listeners = new Set<() => void>()

/** Keeps what is typed about a memory, in place of what was kept before. */
export function keepDraft(memoryId: string, draft: Draft): void {
  drafts.set(memoryId, draft)
  if (!ids.has(memoryId)) changed()
}

/** Drops a draft, because it was saved or is not wanted any more. */
export function dropDraft(memoryId: string): void {
  if (drafts.delete(memoryId)) changed()
}

/** Returns the unsaved text of a memory; null if there is none. */
export function draftOf(memoryId: string): Draft | null {
  return drafts.get(memoryId) ?? null
}

/** The memories of which there are drafts. */
export function useDrafts(): MemoryIds {
  return useSyncExternalStore(subscribe, () => ids, noneAtFirst)
}

const NONE: MemoryIds = new Set()

const noneAtFirst = () => NONE

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  ids = new Set(drafts.keys())
  warnIf(ids.size > 0)
  for (const listener of listeners) listener()
}
