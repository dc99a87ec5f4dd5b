'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { SeedReportAnswer } from '@/lib/wire/seed-report'
import { wireReasonWords } from './seed-reason-words'

/**
 * The history that comes with a source, or why only its present state does; nothing if only undated
 * changes are new, such as uncommitted ones, or none.
 */
export function SeedHistory({
  report: { source, history },
}: {
  report: Pick<SeedReportAnswer, 'source' | 'history'>
}) {
  const t = useTranslations()
  const format = useFormatter()
  if (!history) return null
  const against = wireReasonWords(t, history)
  if (against !== null) return t('Seed.presentOnly', { reason: against })
  const { moments } = history
  if (moments === 0) return null
  const day = (time: string | null) =>
    time === null
      ? t('Seed.unknownDay')
      : format.dateTime(new Date(time), { dateStyle: 'medium', timeZone: 'UTC' })
  const kind = source.startsWith('git:') ? 'git' : 'other'
  const [from, to] = [day(history.from), day(history.to)]
  return from === to
    ? t('Seed.historyOfDay', { kind, moments, day: from })
    : t('Seed.history', { kind, moments, from, to })
}
