import type { PolicyRule } from './policy'

/**
 * Why a policy stops a write, for agents and the API: after "was not saved:" or "held for review,".
 * It names the rule, so that a person finds it.
 */
export function reasonInEnglish(rule: PolicyRule | null): string {
  if (rule === null) return 'as this store has it with whatever no rule lets land'
  const { match } = rule
  const parts = [
    match.finding && findingInEnglish(match.finding),
    match.operations.length > 0 && `memories that are ${match.operations.join(' or ')}`,
    match.minLostLines !== null && `${match.minLostLines} lost lines or more`,
    match.minBytes !== null && `${match.minBytes} bytes or more`,
    match.paths.length > 0 && match.paths.join(', '),
  ].filter((part) => typeof part === 'string')
  return `by the rule ${rule.id}${parts.length > 0 ? ` about ${parts.join(', ')}` : ''}`
}

/** The same, of a write of which it is not known whether the rule matches. */
export const unscannedInEnglish = (rule: PolicyRule | null): string =>
  `because it could not be scanned in full, ${reasonInEnglish(rule)}`

/** The same, of what a rule would mask if it were not in a path. */
export const pathInEnglish = (rule: PolicyRule | null): string =>
  `${reasonInEnglish(rule)}, found in its path, where nothing can be masked`

const CATEGORIES = {
  secret: 'secrets',
  personal_data: 'personal data',
  instructions: 'instructions to the model',
  hidden: 'hidden characters',
  collapse: 'much that is removed at once',
}

function findingInEnglish({ category, severity }: NonNullable<PolicyRule['match']['finding']>) {
  const what = category === null ? 'findings' : CATEGORIES[category]
  return severity === null ? what : `${what} of severity ${severity} or more`
}
