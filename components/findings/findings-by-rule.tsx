import { texts } from '@/components/i18n/server-texts'
import type { Finding } from '@/lib/review/model/finding'
import { groupedBy } from '@/lib/text/grouped-by'
import { CategoryIcon } from './category-icon'
import { FindingRow } from './finding-row'
import { ruleWords } from './rule-words'
import { SeverityBadge } from './severity-badge'

export interface FindingsByRuleProps {
  /** the gravest first */
  findings: readonly Finding[]
  /** the lines that they begin on, by id, without what is secret in them */
  lines: ReadonlyMap<string, string>
  /** of those who decided, by id */
  names: ReadonlyMap<string, string>
  now: number
}

/** Findings below the words of their rules, the gravest rule first. */
export async function FindingsByRule({ findings, lines, names, now }: FindingsByRuleProps) {
  const t = await texts()
  return [...groupedBy(findings, ({ rule }) => rule)].map(([rule, ofRule]) => {
    const [first] = ofRule
    if (!first) return null
    return (
      <section key={rule} aria-label={ruleWords(t, rule)} className="border-t border-line">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-0.5 px-4 py-2.5">
          <CategoryIcon category={first.category} />
          <span className="font-semibold">{ruleWords(t, rule)}</span>
          <SeverityBadge severity={first.severity} />
          {ofRule.length === 1 ? null : (
            <span className="text-xs font-normal text-ink-3 tabular-nums">×{ofRule.length}</span>
          )}
        </h3>
        <ul>
          {ofRule.map((finding) => (
            <FindingRow
              key={finding.id}
              finding={finding}
              line={lines.get(finding.id)}
              names={names}
              now={now}
            />
          ))}
        </ul>
      </section>
    )
  })
}
