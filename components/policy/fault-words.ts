import type { Texts } from '@/components/i18n/texts'
import type { PolicyFault } from '@/lib/review/model/policy-problem'

/** Words a fault of a policy, with the number of the rule that has it. */
export function faultWords(t: Texts, { field, reason, limit }: PolicyFault): string {
  const why = t(`PolicyFault.${reason}`, { limit: limit ?? 0 })
  const index = /^rules\.(\d+)\./.exec(field)?.[1]
  return index === undefined ? why : t('PolicyFault.inRule', { rule: Number(index) + 1, why })
}
