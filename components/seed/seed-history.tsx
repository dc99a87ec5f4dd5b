'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { SeedReportAnswer } from '@/lib/wire/seed-report'
import { wireReasonWords } from './seed-reason-words'

/**
 * Returns whether there is something to say of the history: not if only undated changes are new,
 * such as uncommitted ones, or none.
 */
export const hasHistoryWords = (history: SeedReportAnswer['history']) =>
  history !== null && (history.moments > 0 || history.reason !== null)

/** The history that comes with a source, or why only its present state does; else nothing. */
export function SeedHistory({ history }: { history: SeedReportAnswer['history'] }) {
  const t = useTranslations()
  const format = useFormatter()
  if (!history || !hasHistoryWords(history)) return null
  const against = wireReasonWords(t, history)
  if (against !== null) return t('Seed.presentOnly', { reason: against })
  const day = (time: string | null) =>
    time === null
      ? t('Seed.unknownDay')
      : format.dateTime(new Date(time), { dateStyle: 'medium', timeZone: 'UTC' })
  const { moments } = history
  const [from, to] = [day(history.from), day(history.to)]
  return from === to
    ? t('Seed.historyOfDay', { moments, day: from })
    : t('Seed.history', { moments, from, to })
}
