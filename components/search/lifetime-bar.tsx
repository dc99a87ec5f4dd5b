import { classNames } from '@/components/ui/class-names'
import { type AgeStep, ageStep } from '@/lib/store/model/age-step'

export interface LifetimeBarProps {
  /** the times at which the text came and went, milliseconds since 1970; null: it still stands */
  spans: readonly { from: number; until: number | null }[]
  /** the ends of the bar */
  begin: number
  now: number
}

const INK: Record<AgeStep, string> = {
  0: 'bg-age-0',
  1: 'bg-age-1',
  2: 'bg-age-2',
  3: 'bg-age-2',
  4: 'bg-age-2',
  5: 'bg-age-2',
}

/**
 * Draws when a text stood in a memory: filled while it does, hollow where it is gone. The words
 * beside say the same.
 */
export function LifetimeBar({ spans, begin, now }: LifetimeBarProps) {
  const length = Math.max(now - begin, 1)
  const share = (time: number) => (100 * (time - begin)) / length
  return (
    <span aria-hidden className="relative h-2 w-32 shrink-0 max-md:hidden">
      <span className="absolute inset-x-0 top-[3px] h-0.5 rounded-full bg-track" />
      {spans.map(({ from, until }) => (
        <span
          key={from}
          className={classNames(
            'absolute top-0.5 h-1.5 min-w-1 rounded-[2px]',
            until === null
              ? INK[ageStep(from, now)]
              : 'bg-sheet shadow-[inset_0_0_0_1.5px_var(--control)]',
          )}
          style={{
            left: `min(${share(from)}%, 100% - 4px)`,
            width: `${share(until ?? now) - share(from)}%`,
          }}
        />
      ))}
    </span>
  )
}
