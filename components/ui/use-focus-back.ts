'use client'

import { useState } from 'react'

/**
 * For `onCloseAutoFocus` of a dialog that is opened by something else than a trigger of its own:
 * gives the focus back to what had it when the dialog was rendered first. Without it Radix looks
 * for the trigger, finds none, and focuses nothing. Where that is gone, or nothing had the focus,
 * the content of the page gets it.
 */
export function useFocusBack(): (event: Event) => void {
  const [openers] = useState(openersNow)
  return (event) => {
    event.preventDefault()
    openers.find((opener) => opener.isConnected)?.focus()
    if (document.activeElement === document.body) focusMain()
  }
}

/** Gives the focus to the content of the page: to where somebody has gone. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

let last: HTMLElement | null = null

/** What has the focus; and where that is in a dialog, which may close for this one, what opened that. */
function openersNow(): HTMLElement[] {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return []
  if (active.closest('[role="dialog"]')) return last ? [active, last] : [active]
  last = active
  return [active]
}
