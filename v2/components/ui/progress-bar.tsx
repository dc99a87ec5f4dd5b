/** How far something is. `total` null: not known. */
export function ProgressBar({
  label,
  done,
  total,
}: {
  label: string
  done: number
  total: number | null
}) {
  return (
    <progress
      aria-label={label}
      className="progress"
      {...(total === null ? {} : { value: done, max: Math.max(total, 1) })}
    />
  )
}
