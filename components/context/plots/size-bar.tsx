/** A context's size before and after, within its window; the marks are the thresholds. */
export function SizeBar({
  before,
  after,
  window,
  marks,
}: {
  before: number
  after: number
  /** all in tokens */
  window: number
  marks: readonly number[]
}) {
  const percent = (tokens: number) => `${Math.min(100, (tokens / window) * 100)}%`
  return (
    <span aria-hidden className="relative block h-2.5 w-28 border-b border-line-2">
      <span
        className="absolute bottom-0.5 left-0 h-1.5 rounded-[1.5px] shadow-[inset_0_0_0_1px_var(--control)]"
        style={{ width: percent(before) }}
      />
      <span
        className="absolute bottom-0.5 left-0 h-1.5 rounded-[1.5px] bg-ink-2"
        style={{ width: percent(after) }}
      />
      {marks.map((tokens) => (
        <span
          key={tokens}
          className="absolute bottom-0 h-2.5 w-px bg-control"
          style={{ left: percent(tokens) }}
        />
      ))}
    </span>
  )
}
