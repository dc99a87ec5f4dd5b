import type { useTranslations } from 'next-intl'
import { memoryPathProblem } from '@/lib/text/memory-path'

type Words = (reason: string, path: string) => string

/** Why what stands at a path is left as it is, in the reader's language. */
export const reasonWordsIn =
  (
    t: ReturnType<typeof useTranslations<'Plan'>>,
    problems: ReturnType<typeof useTranslations<'Problems'>>,
  ): Words =>
  (reason, path) => {
    const key = `reason.${reason}` as 'reason.bad_path'
    if (t.has(key)) return t(key)
    const problem = memoryPathProblem(path)
    return problem ? problems(`rule.${problem.rule}`, { ...problem }) : t('reason.bad_path')
  }
