import { plainFacts } from '@/components/i18n/plain-facts'
import type { Texts } from '@/components/i18n/texts'
import { RefusedError, InvalidResponseError } from './ask'

/**
 * An error in words: the reader's language if the problem is a known one, else the server's own
 * words.
 */
export function errorWords(t: Texts, error: Error): string {
  if (error instanceof InvalidResponseError) return t('Answer.unfit')
  if (!(error instanceof RefusedError)) return error.message
  if (error.why) {
    const key = `SourceProblem.${error.why.code}` as 'SourceProblem.damaged'
    if (t.has(key)) return t(key, plainFacts(error.why))
  }
  return error.reason ?? t('Answer.refused', { status: error.status })
}
