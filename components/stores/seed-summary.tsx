import type { SeedReport } from './seed-wire'

const WORDS: Record<string, string> = {
  create: 'created',
  replace: 'replaced',
  rename: 'renamed',
  delete: 'deleted',
  merge: 'merged',
  unchanged: 'unchanged',
  keep: 'kept as they are',
  conflict: 'conflicts, left alone',
  skip: 'skipped',
}

const LISTED = 100

/** A plan before seeding, or the report after it. */
export function SeedSummary({ report }: { report: SeedReport }) {
  const counts = Object.entries(report.counts).filter(([, count]) => count > 0)
  const noted = report.entries.filter(({ reason }) => reason !== null)
  const isPlan = report.type === 'import_plan'
  return (
    <div className="space-y-3">
      {report.history ? (
        <p>
          {report.history.reason === null
            ? `A history of ${report.history.moments} moments, ${day(report.history.from)} to ${day(report.history.to)}.`
            : `Only the present state: ${report.history.reason}.`}
        </p>
      ) : null}
      {counts.length === 0 ? (
        <p>Nothing {isPlan ? 'would change' : 'changed'}: the store has it all.</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4">
          {counts.map(([action, count]) => (
            <div key={action} className="contents">
              <dt className="text-right tabular-nums">{count.toLocaleString('en')}</dt>
              <dd>{WORDS[action] ?? action}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-faint">
        {report.versions.toLocaleString('en')} versions {isPlan ? 'would be' : 'were'} written.
        {report.stopped ? ' It was stopped; what was written by then is whole.' : ''}
      </p>
      {noted.length === 0 ? null : (
        <ul
          aria-label="Not simply taken over"
          className="max-h-48 overflow-auto border-y border-line py-1 text-[13px]"
        >
          {noted.slice(0, LISTED).map(({ path, action, reason }) => (
            <li key={path} className="py-0.5">
              <span className="text-attention">{action}</span>{' '}
              <span className="font-mono break-all">{path}</span>: {reason}
            </li>
          ))}
          {noted.length > LISTED ? <li>… and {noted.length - LISTED} more</li> : null}
        </ul>
      )}
    </div>
  )
}

function day(time: string | null): string {
  return time === null ? 'unknown' : time.slice(0, 10)
}
