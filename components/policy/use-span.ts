'use client'

import { useTranslations } from 'use-intl'
import { DAY_MS } from '@/lib/text/day-ms'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Words for how long something takes. `ms`: milliseconds. */
export function useSpan(): (ms: number) => string {
  const t = useTranslations('Policy')
  return (ms) => {
    if (ms < 2 * HOUR_MS) return t('minutes', { count: Math.max(1, Math.round(ms / MINUTE_MS)) })
    if (ms < 2 * DAY_MS) return t('hours', { count: Math.round(ms / HOUR_MS) })
    return t('days', { count: Math.round(ms / DAY_MS) })
  }
}
