import type { ReactNode } from 'react'

export interface ActBarProps {
  /** the sentence of what will be done */
  says: ReactNode
  /** what follows from it, or why nothing can be done yet */
  about?: ReactNode
  primary: ReactNode
  /** one further act */
  secondary?: ReactNode
}

/**
 * The foot of a page that collects decisions: left what will be done, right the act. It stands above
 * the key bar, on a phone above the tab bar.
 */
export function ActBar({ says, about, primary, secondary }: ActBarProps) {
  return (
    <div // What is collected within the page has a bar of its own, and comes first.
      className="act-bar sticky bottom-2 z-15 mt-auto flex min-h-13 items-center gap-4 border-t border-line bg-sheet px-4 py-2 max-md:bottom-(--thumb) max-md:flex-wrap max-md:gap-2 max-md:[&_.button]:h-11 md:shadow-[0_1px_var(--line),0_9px_var(--desk)] md:in-data-[page=working]:static md:in-data-[page=working]:shadow-none [:has(.act-bar)+&]:hidden"
    >
      <div className="min-w-0 flex-1">
        <p aria-live="polite" className="font-medium wrap-anywhere">
          {says}
        </p>
        {about ? <p className="text-xs text-ink-2">{about}</p> : null}
      </div>
      <div className="flex shrink-0 items-center gap-2 max-md:w-full max-md:flex-wrap max-md:*:flex-1">
        {secondary}
        {primary}
      </div>
    </div>
  )
}
