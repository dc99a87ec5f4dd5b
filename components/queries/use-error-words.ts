'use client'

import { useTranslations } from 'use-intl'
import { RefusedError, UnfitAnswerError } from './ask'

/** Says in words why an answer is not there: the server's own words, where it has some. */
export function useErrorWords(): (error: Error) => string {
  const t = useTranslations('Answer')
  return (error) => {
    if (error instanceof UnfitAnswerError) return t('unfit')
    if (!(error instanceof RefusedError)) return error.message
    return error.reason ?? t('refused', { status: error.status })
  }
}
