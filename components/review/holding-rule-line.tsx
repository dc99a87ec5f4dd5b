import 'server-only'
import { PolicyTexts } from '@/components/i18n/part-texts'
import { agentNames } from '@/components/policy/agent-names'
import { RuleSentence } from '@/components/policy/rule-sentence'
import { database } from '@/lib/db/open-database'
import { holdingRule } from '@/lib/review/policy/store-stops'
import type { Proposal } from '@/lib/store/model/proposal'

/** The rule that holds a write, as a sentence; nothing where none does. */
export async function HoldingRuleLine({ proposal }: { proposal: Proposal }) {
  const rule = await holdingRule(database(), proposal)
  if (rule === null) return null
  return (
    <p className="border-t border-line px-3 py-1.5 text-xs text-ink-2">
      <PolicyTexts>
        <RuleSentence rule={rule} names={await agentNames(rule.match.agents)} />
      </PolicyTexts>
    </p>
  )
}
