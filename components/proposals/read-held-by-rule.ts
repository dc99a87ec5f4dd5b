import 'server-only'
import { agentNames } from '@/components/policy/agent-names'
import { database } from '@/lib/db/open-database'
import { holdingRule } from '@/lib/review/policy/store-stops'
import type { Proposal } from '@/lib/store/model/proposal'
import type { HeldByRule } from './held-by-rule'

/** The rule that holds a write; null where none does, or it cannot be read any more. */
export async function readHeldByRule(
  held: Pick<Proposal, 'storeId' | 'rule'>,
): Promise<HeldByRule | null> {
  const rule = await holdingRule(database(), held)
  return rule && { rule, names: await agentNames(rule.match.agents) }
}
