import type { ReactNode } from 'react'

export interface SectionHeadProps {
  id: string
  title: string
  /** number of entries */
  count: number
  children?: ReactNode
}

/** The head of a section of the list of connections: its name and a count. */
export function SectionHead({ id, title, count, children }: SectionHeadProps) {
  return (
    <header className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-line px-5 py-1 text-xs text-ink-2 max-md:px-4">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <span className="tabular-nums text-ink-3">{count}</span>
      {children ? <div className="ml-auto">{children}</div> : null}
    </header>
  )
}
