import { useTranslations } from 'next-intl'
import { Unanswered } from './ask'
import { problemWords } from './problem-words'

/** Says why a question has no answer, in the reader's language. */
export function useWhyUnanswered(): (error: unknown) => string {
  const t = useTranslations('Problems')
  const lost = useTranslations('Faults')('no_answer')
  return (error) => {
    const problem = error instanceof Unanswered ? error.problem : null
    return problem ? problemWords(t, problem) : lost
  }
}
