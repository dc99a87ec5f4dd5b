'use client'

import { useTranslations } from 'use-intl'

/**
 * Returns a function that words a job's failure: in the reader's language if the reason is known,
 * else as it was stored.
 */
export function useJobErrorWords(): (error: string) => string {
  const t = useTranslations('Job')
  return (error) => {
    const key = `error.${error}` as 'starting'
    return t.has(key) ? t(key) : error
  }
}
