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
