import { PATH_LINE, type ScanFinding } from '@/lib/scan/finding'
import type { PolicyRule } from './policy'

/**
 * Words the reason that a policy stops a write, for agents and the API: after "was not saved:" or
 * "held for review,". It names the rule, so that a person finds it, and says why in the words of
 * whoever made the rule; else what it is about. `found`: for what it stops this write.
 */
export function reasonInEnglish(
  rule: PolicyRule | null,
  found: readonly Pick<ScanFinding, 'rule' | 'line'>[] = [],
): string {
  if (rule === null) return 'as this store has it with whatever no rule lets land'
  const said = rule.why?.trim().replace(/\s+/g, ' ').replace(/\.$/, '')
  const words = said ? `: ${said}` : aboutInEnglish(rule)
  return `by the rule ${rule.id}${words}${foundInEnglish(found)}`
}

function aboutInEnglish({ match }: PolicyRule): string {
  const parts = [
    match.finding && findingInEnglish(match.finding),
    match.operations.length > 0 && `memories that are ${match.operations.join(' or ')}`,
    match.minLostLines !== null && `${match.minLostLines} lost lines or more`,
    match.minBytes !== null && `${match.minBytes} bytes or more`,
    match.paths.length > 0 && match.paths.join(', '),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? ` about ${parts.join(', ')}` : ''
}

/** Things found that are named; the rest is counted. */
const MAX_NAMED = 3

function foundInEnglish(found: readonly Pick<ScanFinding, 'rule' | 'line'>[]): string {
  if (found.length === 0) return ''
  const named = found.slice(0, MAX_NAMED).map(({ rule, line }) => {
    const what = rule.replaceAll('_', ' ')
    return line === PATH_LINE ? `${what} in its path` : `${what} in line ${line}`
  })
  const rest = found.length - named.length
  return ` (found: ${[...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')})`
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
