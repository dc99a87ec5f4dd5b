import type { ReactNode } from 'react'

export interface SectionHeadProps {
  id: string
  title: string
  /** number of entries; left out: not shown */
  count?: number
  /** its acts */
  children?: ReactNode
}

/** The head of a section of the page: its name, a count, its acts. */
export function SectionHead({ id, title, count, children }: SectionHeadProps) {
  return (
    <header className="flex min-h-[38px] flex-wrap items-center gap-x-2.5 px-5 py-1 max-md:px-4">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {count === undefined ? null : <span className="text-ink-3 tabular-nums">{count}</span>}
      {children ? <div className="ml-auto flex items-center gap-1.5">{children}</div> : null}
    </header>
  )
}
