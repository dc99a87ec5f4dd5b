'use client'

import { useTranslations } from 'use-intl'

/**
 * Returns a function that words a job's phase in the reader's language; a phase without a text
 * stays as it is.
 */
export function usePhaseWords(): (phase: string) => string {
  const t = useTranslations('Job')
  return (phase) => {
    const key = phase.replaceAll(' ', '_') as 'starting'
    return t.has(key) ? t(key) : phase
  }
}
