import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import type { Reason } from '@/lib/review/model/attention'
import { toneOf } from './reason-badges'

/** Reasons that a row names. */
const MAX_NAMED = 3

/** The reasons that ask for a person, the gravest first. */
const TELLING = [
  'secret',
  'hidden',
  'instructions',
  'pinned',
  'emptied',
  'collapse',
  'lost_20_lines',
  'removes_persons_line',
  'unscanned',
  'read_quarantined',
  'lost_5_lines',
  'undoes_session',
  'flip_flop',
  'contradicting_line',
  'near_duplicate',
] as const satisfies readonly Reason[]

/** Shows why something asks for attention, in a line: red if it is dangerous. Nothing: it does not. */
export async function TellingReasons({
  reasons,
}: {
  /** how many hunks each names */
  reasons: Partial<Record<Reason, number>>
}) {
  const t = await texts()
  const named = TELLING.filter((reason) => reasons[reason] !== undefined)
  const [gravest] = named
  if (gravest === undefined) return null
  const said = named
    .slice(0, MAX_NAMED)
    .map((reason) => t(`Review.tells_${reason}`, { count: reasons[reason] ?? 0 }))
    .join(', ')
  const tone = toneOf(gravest) === 'removed' ? 'text-removed' : 'text-caution'
  return (
    <span className={classNames('font-medium', tone)}>
      {said.charAt(0).toLocaleUpperCase()}
      {said.slice(1)}
      {named.length > MAX_NAMED ? ' …' : ''}
    </span>
  )
}
