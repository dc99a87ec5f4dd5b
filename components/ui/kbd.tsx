'use client'

import { createContext, useContext } from 'react'
import { classNames } from './class-names'

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
    <kbd
      className={classNames(
        'inline-block h-[18px] max-md:[:is(a,button)_&]:hidden min-w-[18px] rounded-mark bg-well px-1 text-center font-sans text-label leading-[18px] font-medium text-ink-3 shadow-[inset_0_0_0_1px_var(--line-2)] [.bg-accent_&]:bg-[light-dark(#ffffff2b,#0d122626)] [.bg-accent_&]:text-inherit [.bg-accent_&]:shadow-none [.bg-danger_&]:bg-transparent [.bg-danger_&]:text-inherit [.bg-danger_&]:shadow-none',
        children.length === 1 && 'uppercase',
      )}
    >
      {hasCommandKey ? children : children.replace('⌘', 'Ctrl ')}
    </kbd>
  )
}
