import { useTranslations } from 'use-intl'
import { type WireReason, wireReasonWords } from './seed-reason-words'

/** Follows a path of a plan or a report: why it was not simply taken. */
export function Reason(told: WireReason) {
  const words = wireReasonWords(useTranslations(), told)
  return words === null ? null : `: ${words}`
}
