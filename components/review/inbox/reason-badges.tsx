import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { type Reason, REASONS } from '@/lib/review/model/attention'

const LOUD: readonly Reason[] = REASONS.slice(0, REASONS.indexOf('lost_5_lines'))
const QUIET: readonly Reason[] = REASONS.slice(REASONS.indexOf('personal_data'))

/** Returns the tone of a reason whose hunk's level is not known. */
export const toneOf = (reason: Reason) =>
  LOUD.includes(reason) ? 'removed' : QUIET.includes(reason) ? 'plain' : 'caution'

export interface ReasonBadgesProps {
  /** number of hunks for each reason */
  reasons: Partial<Record<Reason, number>>
  /** limit on the reasons shown, the gravest first */
  most: number
}

/** Words the reasons for which something asks for attention. */
export async function ReasonBadges({ reasons, most }: ReasonBadgesProps) {
  const t = await texts()
  const named = REASONS.filter((reason) => reasons[reason] !== undefined)
  return named.slice(0, most).map((reason) => (
    <Badge key={reason} tone={toneOf(reason)}>
      {t(`Review.reason_${reason}`)}
    </Badge>
  ))
}
