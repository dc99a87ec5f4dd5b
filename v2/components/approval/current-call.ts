'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { isNothingFocused } from '@/components/keys/page-key'

/** Marks the card of a call; its `data-state` says what became of it. */
const WAITING = '[data-call][data-state="waiting"]'

/** A hunk of a review, which has the same keys. */
const OTHER = '[data-hunk]'

/** The waiting call in which the focus is; '': it is in something else that such keys are about; null: in none. */
let focused: string | null = null

const watchers = new Set<() => void>()

function tell(): void {
  for (const hear of watchers) hear()
}

const callOf = (card: Element | null | undefined) =>
  card instanceof HTMLElement ? (card.dataset.call ?? null) : null

/** Where the focus came to rest; a click on what takes none leaves it where it was. */
function follow({ target }: FocusEvent): void {
  const at = target instanceof Element ? target.closest<HTMLElement>(`${WAITING}, ${OTHER}`) : null
  focused = at && (callOf(at) ?? '')
  tell()
}

function watch(hear: () => void): () => void {
  if (watchers.size === 0) document.addEventListener('focusin', follow)
  watchers.add(hear)
  return () => {
    watchers.delete(hear)
    if (watchers.size === 0) document.removeEventListener('focusin', follow)
  }
}

/** Whether keys answer this call: the focus is in it, or in none and it is the first that waits. */
export function useCurrentCall(callId: string): boolean {
  const current = useSyncExternalStore(
    watch,
    () => focused ?? callOf(document.querySelector(WAITING)),
    () => null,
  )
  // Which is the first is seen on the page, once this one is there or gone.
  useEffect(() => {
    tell()
    return () => {
      if (focused === callId) focused = null
      queueMicrotask(tell)
    }
  }, [callId])
  return current === callId
}

const REST = '[data-composer], [data-hunk][data-open], [data-row] a[href]'

/**
 * Moves the focus from a call that was decided to the next that waits, else to where one writes (the element
 * marked `data-composer`), decides (an open hunk) or chooses (a row of a list). Whoever went elsewhere meanwhile stays there.
 */
export function focusNextCall(decided: HTMLElement): void {
  if (!decided.contains(document.activeElement) && !isNothingFocused()) return
  const waiting = [...document.querySelectorAll<HTMLElement>(WAITING)].filter(
    (card) => card !== decided,
  )
  const isBehind = (card: HTMLElement) =>
    (decided.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const next = waiting.find(isBehind) ?? waiting[0]
  ;(next ?? document.querySelector<HTMLElement>(REST) ?? decided).focus()
}
