import { FileClock } from 'lucide-react'
import { CommentedLines } from '@/components/comments/commented-lines'
import type { ThreadsAtLine } from '@/components/comments/memory-threads'
import { AuthorLink } from '@/components/history/author-link'
import { WriterMark } from '@/components/history/writer-mark'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { UnreviewedVersions } from '@/lib/review/changesets/unreviewed'
import { authorOf } from '@/lib/store/model/author-of'
import type { BlameRun } from '@/lib/store/versions/blame-memory'
import { ageStep } from '@/lib/store/model/age-step'
import { subjectOf } from '@/lib/text/subject'
import { languageOf, type SyntaxToken, syntaxOf } from '@/lib/text/syntax'
import { type BlameGroup, blameGroups } from './blame-groups'
import { LineList } from './line-list'
import { LineMarks } from './line-marks-lazy'
import { VisibleText } from './visible-line'

export interface BlameViewProps {
  runs: readonly BlameRun[]
  /** of the memory; its extension decides the colours; null: unknown */
  path: string | null
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** the memory's versions that nobody reviewed; null: all are reviewed */
  unreviewed: UnreviewedVersions | null
  /** the open comments at its lines */
  threads: readonly ThreadsAtLine[]
  now: number
}

/**
 * Each line beside the age and the author of what it says. Hover or focus shows which version wrote
 * it, and three ways on; without a script too.
 */
export async function BlameView(props: BlameViewProps) {
  const { runs, path, names, unreviewed, threads, now } = props
  const t = await texts()
  if (runs.length === 0) return <p className="px-4 py-2 text-ink-3">{t('Memory.empty')}</p>
  const syntax = syntaxOf(
    runs.flatMap(({ lines }) => lines),
    languageOf(path),
  )
  return (
    <LineMarks>
      <table aria-label={t('Memory.blame')} className="blame w-full table-fixed border-collapse">
        <colgroup>
          <col className="w-[86px] max-md:w-6" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th>{t('Blame.writer')}</th>
            <th>{t('Memory.lines')}</th>
          </tr>
        </thead>
        <tbody>
          {blameGroups(runs).map((group) => (
            <Group
              key={group.line}
              group={group}
              syntax={syntax?.slice(group.line - 1, group.line - 1 + group.lines.length) ?? null}
              threads={threads}
              names={names}
              changesetId={
                unreviewed?.versionIds.has(group.version.id) ? unreviewed.changesetId : null
              }
              now={now}
            />
          ))}
        </tbody>
      </table>
    </LineMarks>
  )
}

interface GroupProps {
  group: BlameGroup
  names: ReadonlyMap<string, string>
  /** the changeset in which its version waits for a review; null: it is reviewed */
  changesetId: string | null
  now: number
}

async function Group({
  group,
  syntax,
  names,
  changesetId,
  threads,
  now,
}: GroupProps & {
  syntax: readonly SyntaxToken[][] | null
  threads: readonly ThreadsAtLine[]
}) {
  const t = await texts()
  const { version, lines, line } = group
  const own = threads.filter((each) => each.line >= line && each.line < line + lines.length)
  return (
    <tr className="align-top">
      <th scope="row" className="relative p-0 text-left font-normal">
        <span
          aria-hidden
          className="absolute inset-y-px left-2 w-1 rounded-[3px] max-md:left-1"
          style={{ background: `var(--age-${ageStep(version.createdAt, now)})` }}
        />
        <button
          type="button"
          className="blame-who flex h-6 w-full items-center gap-1.5 pl-[18px] text-[11.5px] text-ink-3 max-md:pl-0"
        >
          <span className="sr-only">{t('Blame.about', { ordinal: version.ordinal, line })}</span>
          <span className="flex items-center gap-1.5 max-md:hidden">
            <WriterMark
              actor={authorOf(version)}
              names={names}
              isImport={version.batch?.kind === 'history'}
              size="small"
            />
            <RelativeTime time={version.createdAt} now={now} />
          </span>
          {changesetId === null ? null : (
            <span className="ml-auto pr-1 text-caution max-md:hidden" title={t('Blame.unreviewed')}>
              <FileClock size={12} strokeWidth={1.75} aria-hidden />
              <span className="sr-only">{t('Blame.unreviewed')}</span>
            </span>
          )}
        </button>
        <Card group={group} names={names} changesetId={changesetId} now={now} />
      </th>
      <td className="p-0">
        {own.length === 0 ? (
          <LineList lines={lines} syntax={syntax} first={line} />
        ) : (
          <CommentedLines lines={lines} syntax={syntax} first={line} threads={own} />
        )}
      </td>
    </tr>
  )
}

async function Card({ group, names, changesetId, now }: GroupProps) {
  const t = await texts()
  const { version, before, isOrEarlier, standing, wrote, line } = group
  const address = `/stores/${version.storeId}?memory=${version.memoryId}`
  const message = version.batch?.message?.trim().split('\n', 1)[0] ?? ''
  const way = buttonVariants({ variant: 'quiet', size: 'small' })
  return (
    <div className="blame-card">
      <p className="flex items-center justify-between gap-3 text-ink-3">
        <span className="min-w-0 truncate font-medium text-ink">
          <AuthorLink version={version} names={names} />
        </span>
        <RelativeTime time={version.createdAt} now={now} />
      </p>
      {message === '' ? null : (
        <p className="mt-1 line-clamp-3 font-medium wrap-anywhere">
          <VisibleText text={subjectOf(message).words} />
        </p>
      )}
      <p className="mt-1 text-xs text-ink-2">
        v{version.ordinal}
        {isOrEarlier ? <span className="text-caution"> {t('Blame.orEarlier')}</span> : null}
        {' · '}
        {t('Blame.standing', { count: standing, of: wrote })}
      </p>
      {changesetId === null ? null : (
        <p className="mt-1 text-xs">
          <Link href={`/review/${changesetId}`} className="text-caution underline">
            {t('Blame.unreviewed')}
          </Link>
        </p>
      )}
      <p className="mt-2 -ml-2 flex flex-wrap gap-1">
        <Link
          href={
            before
              ? `${address}&from=${before.id}&to=${version.id}`
              : `${address}&version=${version.id}`
          }
          className={way}
        >
          {t('Blame.change')}
        </Link>
        {before ? (
          <Link href={`${address}&version=${before.id}&view=blame#L${line}`} className={way}>
            {t('Blame.before')}
          </Link>
        ) : null}
        <Link href={`${address}&diff=now&version=${version.id}`} className={way}>
          {t('Memory.compareNow')}
        </Link>
      </p>
    </div>
  )
}
