'use client'

import { createContext, useContext } from 'react'

/** Whether the person's machine has a ⌘ key; elsewhere it is Ctrl. */
export const HasCommandKey = createContext(false)

/** How the machine's own modifier is called in `aria-keyshortcuts`. */
export function useModifier(): 'Meta' | 'Control' {
  return useContext(HasCommandKey) ? 'Meta' : 'Control'
}

/** A stroke within a sentence. */
export function StrokeInText({ children }: { children: string }) {
  return useContext(HasCommandKey) ? children : children.replace('⌘', 'Ctrl+')
}

/**
 * A key to press; ⌘ is Ctrl on a machine without it. On a primary button it takes the button's own
 * colours. A letter stands as on the key itself: as a capital, which does not mean Shift.
 */
export function Kbd({ children }: { children: string }) {
  const hasCommandKey = useContext(HasCommandKey)
  return (
    <kbd className={children.length === 1 ? 'kbd uppercase' : 'kbd'}>
      {hasCommandKey ? children : children.replace('⌘', 'Ctrl ')}
    </kbd>
  )
}
