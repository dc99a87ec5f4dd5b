'use client'

import { FileClock, MessageSquare, ShieldBan } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { Amount } from '@/components/ui/amount'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { ageStep } from '@/lib/store/model/age-step'
import { plainName } from '@/lib/text/plain-text'
import { shortAge } from '@/lib/text/short-age'
import { LinkedMark } from './linked-mark'
import type { ShownVersion } from './shown-version'
import type { ShownWriter } from './shown-writer'
import { WriterName } from './writer-name'

export interface VersionRowsProps {
  /** of the memory; a version is named behind it */
  address: string
  versions: readonly ShownVersion[]
  writers: readonly ShownWriter[]
  /** milliseconds since 1970 */
  now: number
}

/** The rows of a list of versions. */
export function VersionRows({ address, versions, writers, now }: VersionRowsProps) {
  const t = useTranslations('History')
  return (
    <ol aria-label={t('title')} className="versions pb-4">
      {versions.map((version) => {
        const writer = writers[version.writer]
        if (!writer) return null
        return (
          <Row key={version.id} address={address} version={version} writer={writer} now={now} />
        )
      })}
    </ol>
  )
}

interface RowProps {
  address: string
  version: ShownVersion
  writer: ShownWriter
  now: number
}

/**
 * Returns whether two rows look the same, so that they are not rendered again: every page of
 * versions that arrives makes new props for all.
 */
function looksTheSame(one: RowProps, other: RowProps): boolean {
  const { createdAt } = one.version
  return (
    one.address === other.address &&
    ageStep(createdAt, one.now) === ageStep(createdAt, other.now) &&
    JSON.stringify([one.version, one.writer, shortAge(createdAt, one.now)]) ===
      JSON.stringify([other.version, other.writer, shortAge(createdAt, other.now)])
  )
}

const Row = memo(function Row({ address, version, writer, now }: RowProps) {
  const t = useTranslations('History')
  const { id, ordinal, attribution, isJoined, isShown, isLater } = version
  return (
    <li>
      {version.day === undefined ? null : (
        <p className="pt-2.5 pr-4 pb-1 pl-11 text-label font-semibold text-ink-3">{version.day}</p>
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
            <LinkedMark look={writer.look} label={writer.label} size="small" href={version.call} />
          </span>
        </span>
        <div className="min-w-0 flex-1">
          <Link
            href={`${address}&version=${id}`}
            aria-current={isShown ? 'true' : undefined}
            scroll={false}
            className={classNames(
              'line-clamp-2 pr-6 text-[12.5px] leading-[17px] font-medium wrap-anywhere after:absolute after:inset-0',
              isLater && 'text-ink-3',
            )}
          >
            <VisibleText text={version.words} /> <span className="sr-only">v{ordinal}</span>
            {isLater ? <span className="sr-only"> {t('later')}</span> : null}
          </Link>
          <p className="flex items-center gap-2 text-[11.5px] leading-[18px] text-ink-3 tabular-nums">
            <span aria-hidden>v{ordinal}</span>
            <RelativeTime time={version.createdAt} now={now} />
            <span className="relative min-w-0 truncate">
              {version.note ?? <Origin version={version} writer={writer} />}
            </span>
            <Signs version={version} />
            <span className="relative ml-auto shrink-0">
              <Difference address={address} version={version} />
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
          value={id}
          data-ordinal={ordinal}
          aria-label={t('choose', { ordinal })}
          autoComplete="off"
          className="absolute top-2 right-3.5 size-4"
        />
        {version.batch === undefined ? null : <span className="sr-only">{version.batch}</span>}
      </div>
    </li>
  )
}, looksTheSame)

/** Shows who wrote a version, how sure that is, and the program used. */
function Origin({ version, writer }: { version: ShownVersion; writer: ShownWriter }) {
  const t = useTranslations('History')
  const { attribution, client } = version
  return (
    <>
      <WriterName id={writer.id} kind={writer.kind} name={writer.name} />
      {attribution === undefined ? null : (
        <>
          {' · '}
          {attribution.tool === null
            ? t('writerSession')
            : t(`writer_${attribution.confidence}`, { tool: plainName(attribution.tool) })}
        </>
      )}
      {client === undefined ? null : (
        <>
          {' · '}
          <VisibleLabel text={client} />
        </>
      )}
    </>
  )
}

/** Signs for what else matters about a version: comments, quarantine, review. */
function Signs({ version }: { version: ShownVersion }) {
  const t = useTranslations('History')
  const quarantine = useTranslations('Quarantine')
  const { isRewritten, isQuarantined, isUnreviewed, comments } = version
  return (
    <>
      {isRewritten ? <span className="truncate text-caution">{t('rewritten')}</span> : null}
      {isQuarantined ? (
        <Sign words={quarantine('mark')}>
          <ShieldBan size={12} strokeWidth={1.75} aria-hidden />
        </Sign>
      ) : null}
      {isUnreviewed ? (
        <Sign words={t('unreviewed')}>
          <FileClock size={12} strokeWidth={1.75} aria-hidden />
        </Sign>
      ) : null}
      {comments === undefined ? null : (
        <span className="flex shrink-0 items-center gap-0.5">
          <MessageSquare size={11} aria-hidden />
          <span aria-hidden>{comments.count}</span>
          <span className="sr-only">{comments.words}</span>
        </span>
      )}
    </>
  )
}

function Sign({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span className="shrink-0 text-caution" title={words}>
      {children}
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** Shows how many lines a version changed, as a link to the difference. */
function Difference({ address, version }: { address: string; version: ShownVersion }) {
  const t = useTranslations('History')
  const { id, change, size } = version
  if (!change) return size ?? null
  const words = t('compareWith', { ordinal: change.fromOrdinal })
  return (
    <Link
      href={`${address}&from=${change.from}&to=${id}`}
      title={words}
      scroll={false}
      className="-my-1 inline-flex min-h-6 min-w-6 items-center justify-end rounded-mark hover:underline"
    >
      <span className="sr-only">{words} </span>
      {typeof change.amount === 'string' ? change.amount : <Amount {...change.amount} />}
    </Link>
  )
}
