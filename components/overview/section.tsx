import type { ReactNode } from 'react'

/** A part of a store's overview, below its name. */
export function OverviewSection({
  title,
  note,
  action,
  children,
}: {
  title: string
  /** a few words beside the name */
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="border-t border-line px-4 pt-1 pb-2.5">
      <header className="flex min-h-9 items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        {note ? (
          <span className="min-w-0 truncate text-xs text-ink-3 tabular-nums">{note}</span>
        ) : null}
        {action ? <span className="ml-auto shrink-0">{action}</span> : null}
      </header>
      {children}
    </section>
  )
}
