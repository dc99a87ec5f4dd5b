import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A few points under a small heading: what an act does, what stays. */
export function Points({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="pb-1.5 text-xs font-semibold text-ink-3">{title}</h2>
      <div className="space-y-2">{children}</div>
    </section>
  )
}

export function Point({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5">
      <Icon size={15} strokeWidth={1.75} aria-hidden className="mt-[3px] shrink-0 text-ink-3" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
