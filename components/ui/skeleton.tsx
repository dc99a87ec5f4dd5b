/** The shape of rows that are on their way; shown only once they take long enough to be missed. */
export function Skeleton({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="skeleton grid gap-3 p-4">
      {Array.from({ length: count }, (_, index) => (index * 23) % 40).map((less, index) => (
        <div key={index} aria-hidden className="flex items-center gap-3">
          <span className="size-5 rounded-control bg-track" />
          <span className="grid flex-1 gap-1.5">
            <span className="h-2 rounded-mark bg-track" style={{ width: `${75 - less}%` }} />
            <span className="h-2 rounded-mark bg-track" style={{ width: `${45 - less / 2}%` }} />
          </span>
        </div>
      ))}
    </div>
  )
}
