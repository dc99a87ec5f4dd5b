'use client'

import { Check, CircleAlert, SquarePause } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import type { RedactionState } from './redaction-outcome'

export const OUTCOME_ICONS = {
  gone: Check,
  elsewhere: CircleAlert,
  notGone: CircleAlert,
  notKnown: CircleAlert,
  stopped: SquarePause,
} as const

/** Shows the outcome of a redaction, the same in the list and on its receipt. */
export function OutcomeBadge({ state: { outcome, tone } }: { state: RedactionState }) {
  const t = useTranslations('Receipt')
  return (
    <Badge tone={tone} Icon={OUTCOME_ICONS[outcome]}>
      {t(`badge_${outcome}`)}
    </Badge>
  )
}
