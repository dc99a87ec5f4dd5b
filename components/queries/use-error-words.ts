'use client'

import { useTranslations } from 'use-intl'
import { errorWords } from './error-words'

/** Puts an error into words in the reader's language. */
export function useErrorWords(): (error: Error) => string {
  const t = useTranslations()
  return (error) => errorWords(t, error)
}
