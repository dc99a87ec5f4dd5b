import { classNames } from '@/components/ui/class-names'

export type Confidence = 'exact' | 'likely' | 'unknown'

/** Looks that can be told apart without colour: full, hatched, empty. */
const LOOKS: Record<Confidence, string> = {
  exact: 'bg-ink-2',
  likely: 'hatched shadow-[inset_0_0_0_1px_var(--ink-3)]',
  unknown: 'shadow-[inset_0_0_0_1px_var(--ink-3)]',
}

/** Shows by its fill how sure it is who wrote; decoration of the word beside it. */
export function ConfidenceSign({ confidence }: { confidence: Confidence }) {
  return (
    <span
      aria-hidden
      className={classNames('inline-block size-2.5 shrink-0 rounded-[3px]', LOOKS[confidence])}
    />
  )
}

/** Shows the shares of many writers as a bar of three parts; its words stand beside it. */
export function ConfidenceBar({ counts }: { counts: Record<Confidence, number> }) {
  const shown = (['exact', 'likely', 'unknown'] as const).filter((each) => counts[each] > 0)
  return (
    <span aria-hidden className="flex h-1.5 w-20 gap-px">
      {shown.map((each) => (
        <span
          key={each}
          className={classNames('min-w-1 rounded-[2px]', LOOKS[each])}
          style={{ flexGrow: counts[each] }}
        />
      ))}
    </span>
  )
}
