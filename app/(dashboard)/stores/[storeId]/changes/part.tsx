import type { ReactNode } from 'react'

export interface PartProps {
  /** its anchor in the address */
  id: string
  title: string
  /** how many there are; null: they are not counted */
  count: ReactNode
  /** beside the title */
  views?: ReactNode
  children: ReactNode
}

/** A part of a store's changes below its heading. */
export function Part({ id, title, count, views, children }: PartProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="-mt-px scroll-mt-14 border-t border-line"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h2 id={`${id}-title`} className="text-xs font-medium text-ink-2">
          {title} <span className="font-normal text-ink-3 tabular-nums">{count}</span>
        </h2>
        {views ? <div className="ml-auto">{views}</div> : null}
      </div>
      {children}
    </section>
  )
}

/** Says that a part holds nothing, and what that means. */
export function Nothing({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <p className="max-w-[80ch] px-4 pb-3 text-ink-3">
      <span className="text-ink-2">{title}</span> {children}
    </p>
  )
}
