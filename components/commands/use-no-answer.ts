import { useTranslations } from 'use-intl'
import { noAnswer } from './action-result'

/**
 * The result of a command to which no answer came, as `action().catch(useNoAnswer())` has it: the
 * error page would take what was typed with it.
 */
export function useNoAnswer() {
  const t = useTranslations('App')
  return () => noAnswer(t('noAnswer'))
}
