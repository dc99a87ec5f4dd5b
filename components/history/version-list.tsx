import { FileClock, MessageSquare, ShieldBan } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { formats, texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { ageStep } from '@/lib/store/model/age-step'
import type { Attribution } from '@/lib/connect/attributions-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { UnreviewedVersions } from '@/lib/review/unreviewed'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import { subjectOf } from '@/lib/text/subject'
import type { LineCounts } from '@/lib/text/text-diff'
import { ActorName } from './actor-name'
import { callOfVersion } from './call-of-version'
import { readAttributions } from './read-attributions'
import { WriterMark } from './writer-mark'
import { type TimelineRow, timelineRows } from './version-days'

export interface VersionListProps {
  versions: readonly MemoryVersion[]
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** lines that each version added and removed, by its id; those of some are not counted */
  lines: ReadonlyMap<string, LineCounts>
  /** sequence of the newest version as of the moment shown: what came after is grey */
  current: number
  /** how many comments were made on each, by id */
  comments: ReadonlyMap<string, number>
  /** the version shown */
  shown: string | null
  /** of those that wait for a review */
  unreviewed: UnreviewedVersions | null
  /** the sequence from which on agents are not served them; null: they are */
  quarantinedFrom: number | null
  now: number
}

/**
 * A memory's versions by day, newest first: who wrote them and what they did. Each can be shown,
 * and compared with the one before.
 */
export async function VersionList({
  versions,
  names,
  lines,
  comments,
  current,
  shown,
  unreviewed,
  quarantinedFrom,
  now,
}: VersionListProps) {
  const t = await texts()
  const format = await formats()
  const today = format.dateTime(now, { dateStyle: 'medium' })
  const attributions = await readAttributions(versions)
  const rows = timelineRows(versions, (time) => {
    const day = format.dateTime(time, { dateStyle: 'medium' })
    return day === today ? t('History.today') : day
  })
  return (
    <ol aria-label={t('History.title')} className="versions pb-4">
      {rows.map((row) => (
        <Item
          key={row.version.id}
          row={row}
          names={names}
          lines={lines.get(row.version.id)}
          comments={comments.get(row.version.id) ?? 0}
          attribution={attributions.get(row.version.sequence) ?? null}
          isShown={row.version.id === shown}
          isLater={row.version.sequence > current}
          isUnreviewed={unreviewed?.versionIds.has(row.version.id) ?? false}
          isQuarantined={quarantinedFrom !== null && row.version.sequence >= quarantinedFrom}
          now={now}
        />
      ))}
    </ol>
  )
}

interface ItemProps {
  row: TimelineRow
  names: ReadonlyMap<string, string>
  lines: LineCounts | undefined
  /** how many were made on it */
  comments: number
  /** of a version that was taken in from a folder: how sure its writer is; null: unknown */
  attribution: Attribution | null
  isShown: boolean
  /** whether it was written after the moment shown */
  isLater: boolean
  isUnreviewed: boolean
  isQuarantined: boolean
  now: number
}

async function Item({
  row,
  names,
  lines,
  comments,
  attribution,
  isShown,
  isLater,
  isUnreviewed,
  isQuarantined,
  now,
}: ItemProps) {
  const t = await texts()
  const { version, before, day, isJoined } = row
  const { batch } = version
  const title = await titleOf(version, before)
  return (
    <li>
      {day === null ? null : (
        <p className="pt-2.5 pr-4 pb-1 pl-11 text-label font-semibold text-ink-3">{day}</p>
      )}
      <div
        className={classNames(
          'group relative flex gap-2.5 py-1.5 pr-3.5 pl-4 hover:bg-hover',
          isShown && 'bg-selected shadow-[inset_2px_0_0_var(--accent)]',
        )}
      >
        <span
          aria-hidden
          className={classNames(
            'absolute bottom-[-2px] left-6 w-0.5 rounded-full',
            isJoined ? '-top-1' : 'top-7',
          )}
          style={{ background: `var(--age-${ageStep(version.createdAt, now)})` }}
        />
        <span className="relative w-[18px] shrink-0 pt-px">
          <span className={classNames(isJoined && 'sr-only', isLater && 'grayscale')}>
            <WriterMark
              actor={version.createdBy}
              names={names}
              isImport={version.batch?.kind === 'history'}
              size="small"
              href={isJoined ? undefined : callOfVersion(version, names)}
            />
          </span>
        </span>
        <div className="min-w-0 flex-1">
          <Link
            href={addressOf(version, { version: version.id })}
            aria-current={isShown ? 'true' : undefined}
            scroll={false}
            className={classNames(
              'line-clamp-2 pr-6 text-[12.5px] leading-[17px] font-medium wrap-anywhere after:absolute after:inset-0',
              isLater && 'text-ink-3',
            )}
          >
            <VisibleText text={title.words} /> <span className="sr-only">v{version.ordinal}</span>
            {isLater ? <span className="sr-only"> {t('History.later')}</span> : null}
          </Link>
          <p className="flex items-center gap-2 text-[11.5px] leading-[18px] text-ink-3 tabular-nums">
            <span aria-hidden>v{version.ordinal}</span>
            <RelativeTime time={version.createdAt} now={now} />
            <span className="relative min-w-0 truncate">
              {title.note === null ? (
                <>
                  <ActorName actor={version.createdBy} names={names} />
                  {attribution === null ? null : (
                    <>
                      {' · '}
                      {attribution.tool === null
                        ? t('History.writerSession')
                        : t(`History.writer_${attribution.confidence}`, {
                            tool: plainName(attribution.tool),
                          })}
                    </>
                  )}
                  {version.client === null ? null : (
                    <>
                      {' · '}
                      <VisibleLabel text={version.client} />
                    </>
                  )}
                </>
              ) : (
                title.note
              )}
            </span>
            {version.rewrittenAt !== null && version.redactedAt === null ? (
              <span className="truncate text-caution">{t('History.rewritten')}</span>
            ) : null}
            {isQuarantined ? (
              <span className="shrink-0 text-caution" title={t('Quarantine.mark')}>
                <ShieldBan size={12} strokeWidth={1.75} aria-hidden />
                <span className="sr-only">{t('Quarantine.mark')}</span>
              </span>
            ) : null}
            {isUnreviewed ? (
              <span className="shrink-0 text-caution" title={t('History.unreviewed')}>
                <FileClock size={12} strokeWidth={1.75} aria-hidden />
                <span className="sr-only">{t('History.unreviewed')}</span>
              </span>
            ) : null}
            {comments === 0 ? null : (
              <span className="flex shrink-0 items-center gap-0.5">
                <MessageSquare size={11} aria-hidden />
                <span aria-hidden>{comments}</span>
                <span className="sr-only">{t('Comment.count', { count: comments })}</span>
              </span>
            )}
            <span className="relative ml-auto shrink-0">
              <Difference version={version} before={before} lines={lines} />
            </span>
          </p>
          {attribution?.prompt ? (
            <p
              className="line-clamp-2 text-[11.5px] leading-[16px] text-ink-2 wrap-anywhere"
              title={attribution.said === null ? undefined : plainName(attribution.said)}
            >
              “<VisibleText text={attribution.prompt} />”
            </p>
          ) : null}
        </div>
        <input
          type="checkbox"
          name="version"
          value={version.id}
          data-ordinal={version.ordinal}
          aria-label={t('History.choose', { ordinal: version.ordinal })}
          autoComplete="off"
          className="absolute top-2 right-3.5 size-4"
        />
        {batch ? <span className="sr-only">{t('History.batch', { kind: batch.kind })}</span> : null}
      </div>
    </li>
  )
}

/** What the version did, and the kind of its change for the second line. */
async function titleOf(
  version: MemoryVersion,
  before: MemoryVersion | undefined,
): Promise<{ words: string; note: string | null }> {
  const t = await texts()
  const operation = t(`History.${operationOf(version, before)}`)
  const kind = version.batch?.kind ?? null
  const message = version.batch?.message?.trim().split('\n', 1)[0] ?? ''
  if (version.redactedAt === null && message !== '') {
    const { words, prefix } = subjectOf(message)
    return { words, note: prefix }
  }
  const isReversal = kind === 'restore' || kind === 'undo'
  return { words: operation, note: isReversal ? t('History.batch', { kind }) : null }
}

/** How much it changed, as the way to see it. */
async function Difference({
  version,
  before,
  lines,
}: {
  version: MemoryVersion
  before: MemoryVersion | undefined
  lines: LineCounts | undefined
}) {
  const t = await texts()
  if (!before) return version.size === null ? null : shownSize(version.size)
  return (
    <Link
      href={addressOf(version, { from: before.id, to: version.id })}
      title={t('History.compareWith', { ordinal: before.ordinal })}
      scroll={false}
      className="-my-1 inline-flex min-h-6 min-w-6 items-center justify-end rounded-mark hover:underline"
    >
      <span className="sr-only">{t('History.compareWith', { ordinal: before.ordinal })} </span>
      {lines ? <Amount {...lines} /> : sizeChange(version, before)}
    </Link>
  )
}

function addressOf(version: MemoryVersion, query: Record<string, string>): string {
  const search = new URLSearchParams({ memory: version.memoryId, ...query })
  return `/stores/${version.storeId}?${search}`
}

function operationOf(version: MemoryVersion, before: MemoryVersion | undefined) {
  if (version.redactedAt !== null) return 'redacted'
  const isRename = before?.path != null && version.path !== null && before.path !== version.path
  return version.operation === 'modified' && isRename ? 'renamed' : version.operation
}

function sizeChange(version: MemoryVersion, before: MemoryVersion): string {
  const change = (version.size ?? 0) - (before.size ?? 0)
  return `${change < 0 ? '−' : '+'}${shownSize(Math.abs(change))}`
}
