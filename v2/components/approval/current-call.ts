'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { isNothingFocused } from '@/components/keys/page-key'

/** Marks the card of a call; its `data-state` says what became of it. */
const WAITING = '[data-call][data-state="waiting"]'

/** The waiting call in which the focus is; null: in none. */
let focused: string | null = null

const watchers = new Set<() => void>()

function setFocused(callId: string | null): void {
  if (focused === callId) return
  focused = callId
  for (const tell of watchers) tell()
}

/** Where the focus came to rest: a click on what takes none leaves the call that had it. */
function follow({ target }: FocusEvent): void {
  const card = target instanceof Element ? target.closest<HTMLElement>(WAITING) : null
  setFocused(card?.dataset.call ?? null)
}

function watch(tell: () => void): () => void {
  if (watchers.size === 0) document.addEventListener('focusin', follow)
  watchers.add(tell)
  return () => {
    watchers.delete(tell)
    if (watchers.size === 0) document.removeEventListener('focusin', follow)
  }
}

/** Whether the keys that answer are for this call: the focus is in it, or it is the first that waits. */
export function useCurrentCall(callId: string, isFirst: boolean): boolean {
  const current = useSyncExternalStore(
    watch,
    () => focused,
    () => null,
  )
  useEffect(() => () => setFocused(focused === callId ? null : focused), [callId])
  return current === null ? isFirst : current === callId
}

/**
 * Moves the focus from a call that was decided to the next that waits, else to where one writes (the element
 * marked `data-composer`). Whoever went elsewhere meanwhile stays there.
 */
export function focusNextCall(decided: HTMLElement): void {
  if (!decided.contains(document.activeElement) && !isNothingFocused()) return
  const waiting = [...document.querySelectorAll<HTMLElement>(WAITING)].filter(
    (card) => card !== decided,
  )
  const isBehind = (card: HTMLElement) =>
    (decided.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const next = waiting.find(isBehind) ?? waiting[0]
  ;(next ?? document.querySelector<HTMLElement>('[data-composer]') ?? decided).focus()
}
