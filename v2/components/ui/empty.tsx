import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyProps {
  Icon: LucideIcon
  title: ReactNode
  /** a sentence on what will be here, and how it comes */
  children?: ReactNode
  /** the first step */
  acts?: ReactNode
}

/** Takes the place of what is not there: an empty list, a page that is gone. */
export function Empty({ Icon, title, children, acts }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-[46ch] flex-col items-center px-4 py-16 text-center">
      <Icon size={22} strokeWidth={1.5} aria-hidden className="text-ink-3" />
      <div className="mt-3 text-talk font-semibold">{title}</div>
      {children ? <div className="mt-1 text-ink-2">{children}</div> : null}
      {acts ? <div className="mt-4 flex flex-wrap justify-center gap-2">{acts}</div> : null}
    </div>
  )
}

/** The shape of rows that are on their way; shown only once they take long enough to be missed. */
export function Skeleton({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="skeleton grid gap-3 p-4">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden className="flex items-center gap-3">
          <span className="size-5 rounded-control bg-track" />
          <span className="grid flex-1 gap-1.5">
            <span
              className="h-2 rounded-mark bg-track"
              style={{ width: `${75 - ((index * 23) % 40)}%` }}
            />
            <span
              className="h-2 rounded-mark bg-track"
              style={{ width: `${45 - ((index * 17) % 25)}%` }}
            />
          </span>
        </div>
      ))}
    </div>
  )
}

export interface ProgressBarProps {
  label: string
  done: number
  /** null: not known */
  total: number | null
}

/** How far something is: a line that fills. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const percent = total === null ? undefined : Math.round((100 * done) / Math.max(total, 1))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1 overflow-hidden rounded-full bg-track"
    >
      <div
        className={percent === undefined ? 'h-full animate-pulse bg-accent' : 'h-full bg-accent'}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  )
}
