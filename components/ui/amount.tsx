/** Shows the numbers of added and removed lines, without the one that is none. */
export function Amount({ added, removed }: AmountProps) {
  return (
    <span className="amount">
      {added > 0 || removed === 0 ? <span className="text-added">+{added}</span> : null}
      {removed > 0 ? <span className="text-removed">−{removed}</span> : null}
    </span>
  )
}

/** Shows an amount as a bar of logarithmic length: one line can be seen, a thousand fit. */
export function AmountBar({ added, removed }: AmountProps) {
  const { addedWidth, removedWidth } = barWidths({ added, removed })
  return (
    <span
      aria-hidden
      className="inline-flex h-1.5 w-11 shrink-0 gap-px overflow-hidden rounded-[1.5px]"
    >
      <span className="rounded-[1.5px] bg-added-bar" style={{ width: `${addedWidth}%` }} />
      <span className="rounded-[1.5px] bg-removed-bar" style={{ width: `${removedWidth}%` }} />
      <span className="flex-1 bg-line" />
    </span>
  )
}

export interface AmountProps {
  /** lines */
  added: number
  removed: number
}

/** The number of lines at which the bar is full. */
const FULL = 1000

/** Shares of a bar in per cent; together at most 100, and none but that of nothing is zero. */
export function barWidths({ added, removed }: AmountProps): {
  addedWidth: number
  removedWidth: number
} {
  const all = added + removed
  if (all === 0) return { addedWidth: 0, removedWidth: 0 }
  const width = Math.min(100, (100 * Math.log1p(all)) / Math.log1p(FULL))
  return { addedWidth: (width * added) / all, removedWidth: (width * removed) / all }
}
