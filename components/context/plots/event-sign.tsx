import { classNames } from '@/components/ui/class-names'
import type { ContextHappening } from '@/lib/agent/context-history'
import { EVENT_SIGNS } from './event-signs'

/** The shape of a context's event with its number, as the plot has it. */
export function EventSign({
  kind,
  number,
}: {
  kind: Exclude<ContextHappening['kind'], 'reminder'>
  number: number
}) {
  return (
    <span
      className={classNames(
        'flex items-baseline gap-1 font-semibold tabular-nums',
        kind === 'failure' ? 'text-removed' : 'text-ink',
      )}
    >
      <span aria-hidden className="text-talk">
        {EVENT_SIGNS[kind]}
      </span>
      <span className="text-xs">{number}</span>
    </span>
  )
}
