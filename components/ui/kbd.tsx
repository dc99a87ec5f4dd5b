import type { ReactNode } from 'react'
import { classNames } from './class-names'

/**
 * A key to press. On a primary button it takes the button's own colours. A letter stands as on the
 * key itself: as a capital, which does not mean Shift.
 */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      className={classNames(
        'inline-block h-[18px] max-md:[:is(a,button)_&]:hidden min-w-[18px] rounded-mark bg-well px-1 text-center font-sans text-label leading-[18px] font-medium text-ink-3 shadow-[inset_0_0_0_1px_var(--line-2)] [.bg-accent_&]:bg-[light-dark(#ffffff2b,#0d122626)] [.bg-accent_&]:text-inherit [.bg-accent_&]:shadow-none [.bg-danger_&]:bg-transparent [.bg-danger_&]:text-inherit [.bg-danger_&]:shadow-none',
        typeof children === 'string' && children.length === 1 && 'uppercase',
      )}
    >
      {children}
    </kbd>
  )
}
