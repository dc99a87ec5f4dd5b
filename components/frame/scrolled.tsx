import type { ReactNode } from 'react'

interface ScrolledProps {
  label: string
  children: ReactNode
}

/** The part of a page that scrolls above its act bar; on a phone the page itself does. */
export function Scrolled({ label, children }: ScrolledProps) {
  return (
    <div
      // What scrolls is reached by keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={label}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto -outline-offset-2 max-md:contents"
    >
      {children}
    </div>
  )
}
