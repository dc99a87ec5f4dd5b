'use client'

import { useTranslations } from 'next-intl'
import { memoryPathProblem } from '@/lib/text/memory-path'

/** Why a path is left out or in conflict, in the reader's language. */
export function useReasonWords(): (reason: string, path: string) => string {
  const t = useTranslations('Plan')
  const problems = useTranslations('Problems')
  return (reason, path) => {
    const key = `reason.${reason}` as 'reason.bad_path'
    if (t.has(key)) return t(key)
    const problem = memoryPathProblem(path)
    return problem ? problems(`rule.${problem.rule}`, { ...problem }) : t('reason.bad_path')
  }
}
