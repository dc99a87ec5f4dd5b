import type { ScanFinding } from './finding'

const ORDER = { critical: 0, high: 1, medium: 2, low: 3 } as const

/**
 * Selects `count` of the findings, in their order: the gravest of each rule, so that no rule crowds
 * another out, then the gravest of all.
 */
export function mostDistinctive<Finding extends Pick<ScanFinding, 'rule' | 'severity'>>(
  found: readonly Finding[],
  count: number,
): Finding[] {
  if (found.length <= count) return [...found]
  const gravest = found.toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity])
  const ofRules = new Map(gravest.toReversed().map((finding) => [finding.rule, finding]))
  const chosen = new Set([...new Set([...ofRules.values(), ...gravest])].slice(0, count))
  return found.filter((finding) => chosen.has(finding))
}
