'use client'

import { useSyncExternalStore } from 'react'

/*
 * What was typed and not sent, by session; in the memory of this tab only: on a disk a text would outlive
 * its redaction. Before the tab is closed or loads another page the browser asks.
 */
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

const draftOf = (sessionId: string): string => drafts.get(sessionId) ?? ''

function keepDraft(sessionId: string, text: string): void {
  if (text === '') drafts.delete(sessionId)
  else drafts.set(sessionId, text)
  if (drafts.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The text that is being written to a session, and its change by what stands there. */
export function useDraft(
  sessionId: string,
): readonly [string, (next: string | ((now: string) => string)) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => draftOf(sessionId),
    () => '',
  )
  const set = (next: string | ((now: string) => string)) =>
    keepDraft(sessionId, typeof next === 'function' ? next(draftOf(sessionId)) : next)
  return [text, set]
}
