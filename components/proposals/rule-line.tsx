import { PolicyTexts } from '@/components/i18n/part-texts'
import { RuleSentence } from '@/components/policy/rule-sentence'
import type { HeldByRule } from './held-by-rule'

/** The rule that holds a write, as a sentence. */
export function RuleLine({ rule, names }: HeldByRule) {
  return (
    <p className="border-t border-line px-3 py-1.5 text-xs text-ink-2">
      <PolicyTexts>
        <RuleSentence rule={rule} names={names} />
      </PolicyTexts>
    </p>
  )
}
