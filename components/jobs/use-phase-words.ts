'use client'

import { useTranslations } from 'use-intl'

/** What a job is doing, in the reader's language; a phase without a text as it is. */
export function usePhaseWords(): (phase: string) => string {
  const t = useTranslations('Job')
  return (phase) => {
    const key = phase.replaceAll(' ', '_') as 'starting'
    return t.has(key) ? t(key) : phase
  }
}
