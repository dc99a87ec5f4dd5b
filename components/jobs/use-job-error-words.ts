'use client'

import { useTranslations } from 'use-intl'

/** Why a job failed, in the reader's language if it is a known reason; else as it was stored. */
export function useJobErrorWords(): (error: string) => string {
  const t = useTranslations('Job')
  return (error) => {
    const key = `error.${error}` as 'starting'
    return t.has(key) ? t(key) : error
  }
}
