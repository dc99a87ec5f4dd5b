import type { ReactNode } from 'react'

export interface FloatingNoticeProps {
  /** what it says of the connection, for the page's styles */
  state: string
  icon: ReactNode
  title: string
  acts: ReactNode
  children: ReactNode
}

/** A short notice at the foot of the page: it covers neither the head nor what is read first. */
export function FloatingNotice({ state, icon, title, acts, children }: FloatingNoticeProps) {
  return (
    <div
      data-connection={state}
      className="above-the-acts fixed inset-x-0 bottom-2.5 z-30 mx-auto flex min-h-9 w-fit max-w-[calc(100vw-1.5rem)] items-center gap-3 rounded-card bg-raised px-3.5 py-1 shadow-e-2 print:hidden"
    >
      {icon}
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <strong className="font-semibold">{title}</strong>
        <span className="text-xs text-ink-2 tabular-nums">{children}</span>
      </p>
      {acts ? <span className="flex shrink-0 items-center gap-1">{acts}</span> : null}
    </div>
  )
}
