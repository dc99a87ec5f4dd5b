'use client'

import { useTranslations } from 'use-intl'
import { plainFacts } from '@/components/i18n/plain-facts'
import { RefusedError, UnfitAnswerError } from './ask'

/**
 * Puts an error into words: the reader's language if the problem is a known one, else the server's
 * own words.
 */
export function useErrorWords(): (error: Error) => string {
  const t = useTranslations()
  return (error) => {
    if (error instanceof UnfitAnswerError) return t('Answer.unfit')
    if (!(error instanceof RefusedError)) return error.message
    if (error.why) {
      const key = `SourceProblem.${error.why.code}` as 'SourceProblem.damaged'
      if (t.has(key)) return t(key, plainFacts(error.why))
    }
    return error.reason ?? t('Answer.refused', { status: error.status })
  }
}
