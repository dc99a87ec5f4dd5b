import type { KeyboardEvent } from 'react'

/** ⌘ or Ctrl with Enter sends a form, from whichever of its fields and buttons has the focus. */
export function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
