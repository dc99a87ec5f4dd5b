import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { REASON_LEVELS, type Level, rankOf, type Reason } from '@/lib/review/model/attention'

const TONES = {
  critical: 'removed',
  high: 'removed',
  medium: 'caution',
  low: 'plain',
  none: 'plain',
} as const satisfies Record<Level, string>

export interface ReasonBadgesProps {
  /** how many hunks each names */
  reasons: Partial<Record<Reason, number>>
  /** how many to show, the gravest first */
  most: number
}

/** Why something asks for attention, in words. */
export async function ReasonBadges({ reasons, most }: ReasonBadgesProps) {
  const t = await texts()
  const sorted = (Object.keys(reasons) as Reason[]).toSorted(
    (one, other) => rankOf(REASON_LEVELS[other]) - rankOf(REASON_LEVELS[one]),
  )
  return sorted.slice(0, most).map((reason) => (
    <Badge key={reason} tone={TONES[REASON_LEVELS[reason]]}>
      {t(`Review.reason_${reason}`)}
    </Badge>
  ))
}
