import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import type { Finding } from '@/lib/review/model/finding'
import { groupedBy } from '@/lib/text/grouped-by'
import { SeverityMark } from './severity-mark'
import { FindingRow } from './finding-row'
import { ruleWords } from './rule-words'

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
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2.5">
          <SeverityMark finding={first} />
          <h3 className="font-semibold">{ruleWords(t, rule)}</h3>
          {ofRule.length === 1 ? null : <Badge>×{ofRule.length}</Badge>}
          <p className="min-w-0 text-ink-2">{t(`FindingAbout.${first.category}_short`)}</p>
        </div>
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
