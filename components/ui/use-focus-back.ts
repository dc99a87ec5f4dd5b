'use client'

import { useState } from 'react'

/**
 * For `onCloseAutoFocus` of a dialog that is opened by something else than a trigger of its own:
 * gives the focus back to what had it when the dialog was rendered first. Without it Radix looks
 * for the trigger, finds none, and focuses nothing.
 */
export function useFocusBack(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
}
