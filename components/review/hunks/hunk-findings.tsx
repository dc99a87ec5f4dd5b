import { VisibleText } from '@/components/content/visible-line'
import { CategoryIcon } from '@/components/findings/category-icon'
import { FindingActs } from '@/components/findings/finding-acts'
import { standingOf } from '@/components/findings/finding-standing'
import { FoundLine } from '@/components/findings/found-line'
import { lineWords } from '@/components/findings/line-words'
import { OtherMemory } from '@/components/findings/other-memory'
import { ruleWords } from '@/components/findings/rule-words'
import { SeverityBadge } from '@/components/findings/severity-badge'
import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { maskedIn } from '@/lib/text/masked-line'
import type { DiffLine } from '@/lib/text/text-diff'
import { needsPerson, type ShownFinding } from './found-in-memory'
import type { RedactedTogether } from './redacted-together'

export interface HunkFindingsProps {
  found: readonly ShownFinding[]
  /** the memory after the change, line by line */
  lines: readonly string[]
  /** the lines of the hunk that the page shows */
  shown: readonly DiffLine[]
  together: RedactedTogether
  /** the hunk's place in its review */
  review: string
}

/** The findings in a hunk, below its lines: the rule, why it matters, and what can be done. */
export async function HunkFindings({ found, lines, shown, together, review }: HunkFindingsProps) {
  if (found.length === 0) return null
  const t = await texts()
  const isShown = (line: number) =>
    shown.some((each) => each.kind === 'added' && each.after === line)
  return (
    <ul
      aria-label={t('Findings.ofHunk', { count: found.length })}
      className="mt-1 mr-4 mb-2 ml-24 space-y-1.5 max-md:mx-3"
    >
      {found.map((each) => (
        <HunkFindingRow
          key={each.at.id}
          found={each}
          quoted={isShown(each.at.line) ? null : (lines[each.at.line - 1] ?? null)}
          together={together.get(each.at.id)}
          review={review}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  found: ShownFinding
  /** its line, where the page does not show it; null: it does */
  quoted: string | null
  /** what is redacted with it */
  together: readonly string[] | undefined
  review: string
}

async function HunkFindingRow({ found: { finding, at }, quoted, together, review }: RowProps) {
  const t = await texts()
  const { storeId, category, rule, severity, otherLine } = finding
  const standing = standingOf(finding)
  const isGrave = severity === 'critical' || severity === 'high'
  const end = at.toLine === undefined ? at.to : (quoted?.length ?? 0)
  const line = quoted !== null && category === 'secret' ? maskedIn(quoted, at.from, end) : quoted
  return (
    <li
      id={finding.id}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border py-2 pr-2 pl-3',
        !needsPerson(finding)
          ? 'border-line bg-well'
          : isGrave
            ? 'border-danger-line bg-danger-bg'
            : 'border-caution-line bg-caution-bg',
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className={isGrave ? 'text-removed' : 'text-caution'}>
            <CategoryIcon category={category} />
          </span>
          <span className="font-semibold">{ruleWords(t, rule)}</span>
          <SeverityBadge severity={severity} />
          <span className="text-xs text-ink-2">{lineWords(t, at.line, at.toLine)}</span>
        </p>
        <p className="text-xs text-ink-2">
          {t(`FindingAbout.${category}`)}
          {otherLine === null ? null : ` ${t('Findings.otherLine', { line: otherLine })}`}
        </p>
        {finding.reason === null ? null : (
          <p className="text-xs wrap-anywhere text-ink-2">
            <VisibleText text={finding.reason} />
          </p>
        )}
        <OtherMemory finding={finding} />
        {line === null ? null : (
          <p className="mt-1 font-mono text-xs wrap-anywhere">
            <FoundLine line={line} from={at.from} to={at.to} />
          </p>
        )}
      </div>
      <FindingActs
        key={`${standing.status} ${standing.exceptionId}`}
        storeId={storeId}
        finding={standing}
        together={together}
        review={review}
      />
    </li>
  )
}
