'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { SeedReportAnswer } from '@/lib/wire/seed-report'
import { wireReasonWords } from './seed-reason-words'

/** The history that comes with a source, or why only its present state does; else nothing. */
export function SeedHistory({ history }: { history: SeedReportAnswer['history'] }) {
  const t = useTranslations()
  const format = useFormatter()
  if (!history) return null
  const against = wireReasonWords(t, history)
  if (against !== null) return t('Seed.presentOnly', { reason: against })
  // Only what has no time is new, such as uncommitted changes.
  if (history.moments === 0) return null
  const day = (time: string | null) =>
    time === null
      ? t('Seed.unknownDay')
      : format.dateTime(new Date(time), { dateStyle: 'medium', timeZone: 'UTC' })
  return t('Seed.history', {
    moments: history.moments,
    from: day(history.from),
    to: day(history.to),
  })
}
