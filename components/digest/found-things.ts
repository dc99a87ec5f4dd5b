import { ruleWords } from '@/components/findings/rule-words'
import type { Texts } from '@/components/i18n/texts'
import { precisionOf, type RulePrecision } from '@/lib/review/model/metrics'

/** The findings of one thing: by one rule, or by all that find it under the same name. */
export interface FoundThing extends Omit<RulePrecision, 'rule'> {
  name: string
}

/** Sums up rules' findings by the names under which people know them; the most raised first. */
export function foundThings(t: Texts, findings: readonly RulePrecision[]): FoundThing[] {
  const things = new Map<string, FoundThing>()
  for (const { rule, ...counts } of findings) {
    const name = ruleWords(t, rule)
    const known = things.get(name)
    things.set(name, known ? together(known, counts) : { name, ...counts })
  }
  return [...things.values()].toSorted((one, other) => other.raised - one.raised)
}

function together(known: FoundThing, more: Omit<RulePrecision, 'rule'>): FoundThing {
  const right = known.right + more.right
  const wrong = known.wrong + more.wrong
  const raised = known.raised + more.raised
  return { name: known.name, raised, right, wrong, precision: precisionOf(right, wrong) }
}
