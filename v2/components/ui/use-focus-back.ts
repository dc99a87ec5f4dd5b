'use client'

import { useState } from 'react'
import { isNothingFocused } from '@/components/keys/page-key'

/**
 * Returns an `onCloseAutoFocus` for a dialog without a trigger of its own: it returns the focus to
 * the element that had it when the dialog was first rendered. Otherwise Radix looks for the
 * trigger, finds none, and focuses nothing. If that element is gone, or nothing had the focus, the
 * page's content gets it. What took the focus meanwhile keeps it: a field of the page that the dialog
 * led to.
 */
export function useFocusBack(): (event: Event) => void {
  const [openers] = useState(openersNow)
  return (event) => {
    event.preventDefault()
    if (isTaken()) return
    openers.find((opener) => opener.isConnected)?.focus()
    if (document.activeElement === document.body) focusMain()
  }
}

/** Returns whether something that was not there for the dialog has the focus. */
function isTaken(): boolean {
  return !isNothingFocused() && document.activeElement?.matches('[role="dialog"]') !== true
}

/** Focuses the page's content, after a navigation. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

let last: HTMLElement | null = null

/**
 * The focused element; if it is in a dialog, which may close for this one, also what opened that.
 */
function openersNow(): HTMLElement[] {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return []
  if (active.closest('[role="dialog"]')) return last ? [active, last] : [active]
  last = active
  return [active]
}
