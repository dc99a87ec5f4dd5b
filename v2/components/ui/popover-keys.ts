import type { KeyboardEvent, PointerEvent } from 'react'

const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"]), [role="option"]'

/** Puts the focus on the chosen item of a list that has just opened, else on its first. */
export function focusFirstItem(list: HTMLElement): void {
  const items = itemsOf(list)
  const chosen = items.find(
    (item) =>
      item.getAttribute('aria-selected') === 'true' || item.getAttribute('aria-checked') === 'true',
  )
  const item = chosen ?? items[0]
  item?.focus()
}

/** Moves the focus to the item under the pointer: two that look chosen would be one too many. */
export function focusPointed({ target, pointerType }: PointerEvent): void {
  const item = target instanceof Element ? target.closest<HTMLElement>(ITEMS) : null
  if (pointerType === 'touch' || item === document.activeElement) return
  item?.focus({ preventScroll: true })
}

/**
 * Moves the focus within a menu or a list by arrows, Home, End and the first letters of an item, as
 * the ARIA Authoring Practices ask. Escape and a click outside close it by themselves.
 */
export function moveWithin(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  if (items.length === 0) return
  const at = items.findIndex((item) => item === document.activeElement)
  const to = targetOf(event, items, at)
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (to === null) return
  event.preventDefault()
  event.stopPropagation()
  items[(to + items.length) % items.length]?.focus()
}

function targetOf(
  { key, metaKey, ctrlKey, altKey }: KeyboardEvent,
  items: readonly HTMLElement[],
  at: number,
): number | null {
  if (metaKey || ctrlKey || altKey) return null
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at < 0 ? -1 : at - 1
  if (key === 'Home') return 0
  if (key === 'End') return -1
  if (key.length !== 1 || key === ' ') return null
  const letter = key.toLocaleLowerCase()
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const found = after.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter))
  return found ? items.indexOf(found) : null
}

/** Lists the items of a popover, without those that the window's width hides. */
const itemsOf = (list: HTMLElement) =>
  [...list.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility())
