'use client'

import { useTranslations } from 'use-intl'
import { shortAge } from '@/lib/text/short-age'

/**
 * Shows the time since something, as `3 d`, with the exact time on hover. `time` and `now` are
 * milliseconds since 1970.
 */
export function RelativeTime({ time, now }: { time: number; now: number }) {
  const t = useTranslations('App')
  const exact = new Date(time).toISOString()
  const age = shortAge(time, now)
  return (
    <time dateTime={exact} title={exact} className="whitespace-nowrap tabular-nums">
      {age === null ? t('now') : t('age', { ...age })}
    </time>
  )
}
