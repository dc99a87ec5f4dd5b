'use client'

import { useTranslations } from 'use-intl'
import { RefusedError, UnfitAnswerError } from './ask'

/** Puts an error into words: the server's own, if it gave any. */
export function useErrorWords(): (error: Error) => string {
  const t = useTranslations('Answer')
  return (error) => {
    if (error instanceof UnfitAnswerError) return t('unfit')
    if (!(error instanceof RefusedError)) return error.message
    return error.reason ?? t('refused', { status: error.status })
  }
}
