import { plainFacts } from '@/components/i18n/plain-facts'
import type { Texts } from '@/components/i18n/texts'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { plainText } from '@/lib/text/plain-text'

/** Words, in the reader's language, why something of a source was not simply taken. */
export function seedReasonWords(t: Texts, reason: SeedReason): string {
  if (reason.code === 'in_words') return plainText(reason.words)
  if (reason.code === 'bad_path') {
    return t('SeedReason.bad_path', { rule: t(`Rule.${reason.rule}`, plainFacts(reason)) })
  }
  return t(`SeedReason.${reason.code}`, plainFacts(reason))
}

/**
 * The reason in the API's answer; a report older than the codes has it in English without a code.
 */
export interface WireReason {
  reason: string | null
  why?: WireCode | null | undefined
}

type WireCode = { code: string } & Record<string, string | number>

/** Like `seedReasonWords`, for an answer of the API; null: no reason. */
export function wireReasonWords(t: Texts, { reason, why }: WireReason): string | null {
  if (why && isKnown(t, why)) return seedReasonWords(t, why)
  return reason === null ? null : plainText(reason)
}

/**
 * Returns whether the page has words for a code: a page loaded before an update lacks those of
 * newer ones.
 */
function isKnown(t: Texts, why: WireCode): why is WireCode & SeedReason {
  return why.code === 'in_words' || t.has(`SeedReason.${why.code}` as 'SeedReason.twice')
}
