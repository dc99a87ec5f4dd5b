import { actorTitle } from '@/components/history/actor-words'
import { VisibleText } from '@/components/content/visible-line'
import { LastPath } from '@/components/content/last-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { Finding } from '@/lib/review/model/finding'
import { plainName } from '@/lib/text/plain-text'
import { FindingActs } from './finding-acts'
import { standingOf } from './finding-standing'
import { FoundLine, rangeIn } from './found-line'
import { lineWords } from './line-words'
import { OtherMemory } from './other-memory'
import { ruleWords } from './rule-words'

export interface FindingRowProps {
  finding: Finding
  /** the line that it begins on, without what is secret in it; undefined: redacted */
  line: string | undefined
  /** of those who decided, by id */
  names: ReadonlyMap<string, string>
  now: number
}

/** A finding below its rule: where it is, and what was or can be said of it. */
export async function FindingRow({ finding, line, names, now }: FindingRowProps) {
  const t = await texts()
  const { id, storeId, memoryId, path, isDeleted, rule, severity, range, isStanding } = finding
  const standing = standingOf(finding)
  const inVersion = isStanding ? '' : `&version=${finding.versionId}`
  const href = `/stores/${storeId}?memory=${memoryId}${inVersion}#L${range.fromLine}`
  return (
    <li
      id={id}
      data-finding=""
      tabIndex={-1}
      aria-label={`${ruleWords(t, rule)}, ${t(`Findings.severity_${severity}`)}, ${plainName(path ?? t('Review.noPath'))}`}
      className="flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line py-2.5 pr-4 pl-10 max-md:pl-4 outline-offset-[-2px] focus:bg-hover"
    >
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex min-w-0 items-baseline gap-2 text-xs">
          <Link
            href={href}
            data-finding-link=""
            className="min-w-0 truncate py-0.5 font-mono text-code hover:underline"
          >
            <LastPath path={path} isDeleted={isDeleted} />
          </Link>
          <span className="shrink-0 text-ink-3">{lineWords(t, range.fromLine, range.toLine)}</span>
          <span className="shrink-0 text-ink-3">
            <RelativeTime time={finding.foundAt} now={now} />
          </span>
        </p>
        {line === undefined ? null : (
          <p className="mt-0.5 line-clamp-2 font-mono text-xs wrap-anywhere text-ink-2">
            <FoundLine line={line} {...rangeIn(line, finding)} />
          </p>
        )}
        <Other finding={finding} />
        <DispositionLine finding={finding} names={names} />
      </div>
      <FindingActs
        key={`${standing.status} ${standing.exceptionId}`}
        storeId={storeId}
        finding={standing}
      />
    </li>
  )
}

/** Links what a finding contradicts or repeats: another line, or another memory. */
async function Other({ finding }: { finding: Finding }) {
  const t = await texts()
  const { otherLine } = finding
  if (otherLine === null) return <OtherMemory finding={finding} />
  return <p className="text-xs text-ink-2">{t('Findings.otherLine', { line: otherLine })}</p>
}

async function DispositionLine({
  finding: { reason, decidedBy, decidedAt },
  names,
}: {
  finding: Finding
  names: ReadonlyMap<string, string>
}) {
  if (decidedBy === null || decidedAt === null) return null
  const [t, format] = await Promise.all([texts(), formats()])
  const who = plainName(actorTitle(t, decidedBy, names))
  const time = format.dateTime(decidedAt, { dateStyle: 'medium' })
  return (
    <p className="text-xs wrap-anywhere text-ink-2">
      <span className="text-ink-3">
        {who}, {time}
      </span>
      {reason === null ? null : (
        <>
          {' '}
          <VisibleText text={reason} />
        </>
      )}
    </p>
  )
}
