import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface FoldedProps {
  Icon: LucideIcon
  title: ReactNode
  /** of what it holds: a text, unless said otherwise */
  className?: string
  children: ReactNode
}

const TEXT =
  'max-h-96 overflow-auto px-3 pb-2.5 text-sm wrap-anywhere whitespace-pre-wrap text-ink-2'

/** What happened besides the talk, in a line; what it holds is folded. */
export function Folded({ Icon, title, className = TEXT, children }: FoldedProps) {
  return (
    <details className="group rounded-card bg-well">
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 rounded-card px-3 py-1 text-sm">
        <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 text-ink-2">{title}</span>
        <FoldSign className="group-open:rotate-90" />
      </summary>
      <div className={className}>{children}</div>
    </details>
  )
}

/** At a line that unfolds; `className`: what turns it once it is. */
export const FoldSign = ({ className }: { className: string }) => (
  <ChevronRight
    size={14}
    aria-hidden
    className={`shrink-0 text-ink-3 transition-transform duration-(--m-1) ${className}`}
  />
)

/** Says that something goes on. */
export function Pulse() {
  return (
    <span
      aria-hidden
      className="mx-0.5 inline-block size-2 shrink-0 rounded-full bg-accent motion-safe:animate-pulse"
    />
  )
}
