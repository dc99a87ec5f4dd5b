import type { ReactNode } from 'react'

export interface DigestSectionProps {
  title: string
  /** a few words beside the title: a count, a whole */
  note?: ReactNode
  children: ReactNode
}

/** One of the parts of a digest. */
export function DigestSection({ title, note, children }: DigestSectionProps) {
  return (
    <section aria-label={title} className="min-w-0 border-t border-line px-6 py-4 max-md:px-4">
      <h2 className="flex items-baseline gap-2 pb-2">
        <span className="font-semibold">{title}</span>
        {note ? <span className="text-xs font-normal text-ink-3 tabular-nums">{note}</span> : null}
      </h2>
      {children}
    </section>
  )
}
