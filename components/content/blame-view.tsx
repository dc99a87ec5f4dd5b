import { Link } from '@/components/ui/link'
import { AuthorLink } from '@/components/history/author-link'
import { texts } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import type { BlameRun } from '@/lib/store/blame-memory'
import { plainText } from '@/lib/text/plain-text'
import { languageOf, type SyntaxToken, syntaxOf } from '@/lib/text/syntax'
import { LineList } from './line-list'
import { LineMarks } from './line-marks'
import { VisibleText } from './visible-line'

export interface BlameViewProps {
  runs: readonly BlameRun[]
  /** of the memory; its extension decides the colours; null: unknown */
  path: string | null
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  now: number
}

/** Each line with the version that wrote it, linked to its change and to the lines before it. */
export async function BlameView({ runs, path, names, now }: BlameViewProps) {
  const t = await texts()
  if (runs.length === 0) return <p className="px-4 py-2 text-ink-3">{t('Memory.empty')}</p>
  const syntax = syntaxOf(
    runs.flatMap(({ lines }) => lines),
    languageOf(path),
  )
  return (
    <LineMarks>
      <table aria-label={t('Memory.blame')} className="w-full table-fixed border-collapse">
        <colgroup>
          <col className="w-56" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th>{t('Blame.writer')}</th>
            <th>{t('Memory.lines')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Run
              key={run.line}
              run={run}
              syntax={syntaxOfRun(syntax, run)}
              names={names}
              now={now}
            />
          ))}
        </tbody>
      </table>
    </LineMarks>
  )
}

function syntaxOfRun(syntax: readonly SyntaxToken[][] | null, { line, lines }: BlameRun) {
  return syntax?.slice(line - 1, line - 1 + lines.length) ?? null
}

async function Run({
  run,
  syntax,
  names,
  now,
}: {
  run: BlameRun
  syntax: readonly SyntaxToken[][] | null
  names: ReadonlyMap<string, string>
  now: number
}) {
  const { version } = run
  return (
    <tr className="border-b border-line align-top">
      <th scope="row" className="px-4 py-1 text-left text-xs font-normal">
        <Writer run={run} now={now} />
        <p className="truncate text-ink-3">
          <AuthorLink version={version} names={names} />
        </p>
        {version.batch?.message ? (
          <p className="truncate text-ink-3" title={plainText(version.batch.message)}>
            <VisibleText text={version.batch.message} />
          </p>
        ) : null}
      </th>
      <td className="border-l border-line py-1">
        <LineList lines={run.lines} syntax={syntax} first={run.line} />
      </td>
    </tr>
  )
}

async function Writer({ run, now }: { run: BlameRun; now: number }) {
  const t = await texts()
  const { version, before, isOrEarlier } = run
  const address = `/stores/${version.storeId}?memory=${version.memoryId}`
  return (
    <p className="flex min-h-6 items-center justify-between gap-2">
      <span>
        <Link
          href={
            before
              ? `${address}&from=${before.id}&to=${version.id}`
              : `${address}&version=${version.id}`
          }
          className="inline-block min-w-6 leading-6 font-medium text-accent hover:underline"
          title={t('Blame.change')}
        >
          v{version.ordinal}
        </Link>
        {isOrEarlier ? <span className="text-caution"> {t('Blame.orEarlier')}</span> : null}
        {before ? (
          <>
            {' '}
            <Link
              href={`${address}&version=${before.id}&view=blame#L${run.line}`}
              className="inline-block leading-6 text-ink-3 hover:text-accent hover:underline"
            >
              {t('Blame.before')}
            </Link>
          </>
        ) : null}
      </span>
      <RelativeTime time={version.createdAt} now={now} />
    </p>
  )
}
