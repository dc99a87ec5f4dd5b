import 'server-only'
import { readHeldByRule } from '@/components/proposals/read-held-by-rule'
import { RuleLine } from '@/components/proposals/rule-line'
import type { Proposal } from '@/lib/store/model/proposal'

/** The rule that holds a write, as a sentence; nothing where none does. */
export async function HoldingRuleLine({ proposal }: { proposal: Proposal }) {
  const held = await readHeldByRule(proposal)
  return held && <RuleLine {...held} />
}
