import {
  ANY_WRITE,
  type DraftRule,
  LAPSE_MS,
  type PolicyAction,
  type PolicyDefault,
  type PolicyDraft,
  type PolicyRules,
  type RuleMatch,
} from '@/lib/review/model/policy'
import { DAY_MS } from '@/lib/text/day-ms'

/** A rule on the page; its key stays while it is edited. */
export interface EditedRule extends DraftRule {
  key: string
}

export interface EditedPolicy {
  default: PolicyDefault
  rules: EditedRule[]
}

/** Makes a saved policy or a preset editable. */
export function editedPolicy({ default: otherwise, rules }: PolicyDraft): EditedPolicy {
  return {
    default: otherwise,
    rules: rules.map((rule, index) => ({ ...rule, key: rule.id ?? `new:${index}` })),
  }
}

/** Returns the policy to send; a rule that the saved policy does not have is a new one. */
export function draftOf(
  { default: otherwise, rules }: EditedPolicy,
  saved: PolicyRules,
): PolicyDraft {
  const known = new Set(saved.rules.map(({ id }) => id))
  return {
    default: otherwise,
    rules: rules.map(({ key: _, ...rule }) => ({
      ...rule,
      id: rule.id !== null && known.has(rule.id) ? rule.id : null,
    })),
  }
}

export function saysSame(one: DraftRule, other: DraftRule): boolean {
  return wordsOf(one) === wordsOf(other)
}

const wordsOf = (rule: DraftRule) =>
  JSON.stringify([
    rule.action,
    matchWords(rule.match),
    rule.until,
    rule.sample,
    rule.lapseAfter,
    rule.action === 'hold' ? rule.onLapse : null,
    rule.why,
  ])

const matchWords = (match: RuleMatch) => [
  match.paths,
  match.operations,
  match.agents,
  match.minLostLines,
  match.minBytes,
  match.finding && [match.finding.category, match.finding.severity],
  match.earned && [match.earned.accepted, match.earned.days],
]

/** Counts the rules of an edited policy that are new, changed or gone. */
export function changedRules(edited: EditedPolicy, saved: PolicyRules): number {
  const before = new Map(saved.rules.map((rule) => [rule.id, rule]))
  const changed = edited.rules.filter((rule) => {
    const was = rule.id === null ? undefined : before.get(rule.id)
    return !was || !saysSame(rule, was)
  })
  const kept = new Set(edited.rules.map(({ id }) => id))
  const gone = saved.rules.filter(({ id }) => !kept.has(id))
  return changed.length + gone.length + Number(edited.default !== saved.default)
}

/** Returns whether a policy equals a preset, apart from the days on which rules end. */
export function isPreset(policy: PolicyDraft, preset: PolicyDraft): boolean {
  const endless = (rule: DraftRule): DraftRule => ({ ...rule, until: null })
  return (
    policy.default === preset.default &&
    policy.rules.length === preset.rules.length &&
    preset.rules.every((rule) =>
      policy.rules.some((each) => saysSame(endless(each), endless(rule))),
    )
  )
}

/** Days for which a new rule lets changes land, unless somebody says otherwise. */
const LAND_DAYS = 90

/** Returns whether agents are told why a rule with this action stopped what they wrote. */
export const tellsWhy = (action: PolicyAction) => action === 'hold' || action === 'refuse'

/** The rule with another action: what only the former one could have goes. */
export function withAction<Rule extends DraftRule>(
  rule: Rule,
  action: PolicyAction,
  now: number,
): Rule {
  return {
    ...rule,
    action,
    until: action === 'land' ? (rule.until ?? endOfDay(now + LAND_DAYS * DAY_MS)) : rule.until,
    sample: action === 'land' ? (rule.sample ?? 0.1) : null,
    lapseAfter: action === 'hold' ? (rule.lapseAfter ?? LAPSE_MS) : null,
    why: tellsWhy(action) ? rule.why : null,
  }
}

/** A new rule, about every write. */
export function newRule(key: string): EditedRule {
  return {
    key,
    id: null,
    action: 'hold',
    match: ANY_WRITE,
    until: null,
    sample: null,
    lapseAfter: LAPSE_MS,
    onLapse: 'deny',
    why: null,
  }
}

/**
 * Returns rules that hold this many lost lines or more: the rule that held more of them is changed,
 * or else `rule` is added at the end.
 */
export function withLostLinesHeld(
  rules: readonly EditedRule[],
  minLostLines: number,
  rule: EditedRule,
): EditedRule[] {
  const lowered = (each: EditedRule): EditedRule => ({
    ...each,
    match: { ...each.match, minLostLines },
  })
  const only: RuleMatch = { ...ANY_WRITE, minLostLines }
  const standing = rules.find(({ action, match }) => {
    const asksForMore = match.minLostLines !== null && match.minLostLines > minLostLines
    const asked = { ...match, minLostLines }
    return action === 'hold' && asksForMore && isSameMatch(asked, only)
  })
  if (!standing) return [...rules, lowered(rule)]
  return rules.map((each) => (each === standing ? lowered(each) : each))
}

const isSameMatch = (one: RuleMatch, other: RuleMatch) =>
  JSON.stringify(matchWords(one)) === JSON.stringify(matchWords(other))

/** The last millisecond of a day, UTC. */
export const endOfDay = (time: number) => Math.floor(time / DAY_MS) * DAY_MS + DAY_MS - 1
