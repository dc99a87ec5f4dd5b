'use client'

import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Moves the focus to another element when the focused one disappears, instead of losing it to the
 * page's body. `next` finds it in the nearest `scope` around the element (a selector), once the
 * replacement is rendered.
 */
export function useFocusHandOn(
  element: RefObject<HTMLElement | null>,
  scope: string,
  next: (scope: Element) => HTMLElement | null | undefined,
): void {
  const find = useEffectEvent(next)
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const around = own.closest(scope) ?? document.body
      requestAnimationFrame(() => find(around)?.focus())
    }
  }, [element, scope])
}
