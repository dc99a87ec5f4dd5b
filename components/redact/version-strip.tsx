import { classNames } from '@/components/ui/class-names'

/** The versions of a memory in a row, oldest first: red ones hold the text. Read out elsewhere. */
export function VersionStrip({ runs }: { runs: readonly number[] }) {
  const all = runs.reduce((sum, length) => sum + length, 0)
  return (
    <span
      aria-hidden
      className="flex h-3 max-w-full items-center"
      style={{ width: `${Math.min(all * 5, 240)}px` }}
    >
      {runs.map((length, index) => (
        <span
          key={index}
          className={classNames(
            index % 2 === 1
              ? 'version-ticks h-3 text-removed-bar'
              : 'version-ticks h-1 text-line-2',
          )}
          style={{ width: `${(100 * length) / all}%` }}
        />
      ))}
    </span>
  )
}
