'use client'

import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { MemoryFound, TextHit } from '@/lib/store/redaction/find-text'
import type { FoundInLines } from './actions'
import { type Kind, KIND_ICONS } from './kinds'
import { MaskedLine } from './masked-text'
import { useColumnWords } from './receipt-words'
import { VersionStrip } from './version-strip'

export interface FoundHitsProps {
  found: FoundInLines
  /** whether there is only one store, whose name goes without saying */
  isOneStore: boolean
  /** the text that was found */
  text: string
  /** the text in its place on screen */
  shown: string
  isPending: boolean
  /** lists more hits */
  onMore: () => void
}

type ColumnFound = Exclude<TextHit, { kind: 'memory' }>

type Named = Pick<FoundHitsProps, 'text' | 'shown' | 'isOneStore'> &
  Pick<FoundInLines, 'storeNames'>

/** The places of a text by kind: what stands around it, and which versions hold it. */
export function FoundHits(props: FoundHitsProps) {
  const { found, isOneStore, text, shown, isPending, onMore } = props
  const t = useTranslations('Redact')
  const { places, placeCount, lines, storeNames } = found
  const memories = places.filter((place) => place.kind === 'memory')
  const now = memories.filter(({ isNow }) => isNow)
  const past = memories.filter(({ isNow, versions }) => versions > Number(isNow))
  const others = (kind: 'conversation' | 'remark'): ColumnFound[] =>
    places.flatMap((place) => (place.kind === kind ? [place] : []))
  const named = { text, shown, isOneStore, storeNames }
  return (
    <section
      aria-label={t('places')}
      tabIndex={0}
      className="min-w-0 flex-1 overflow-auto outline-offset-[-2px] max-lg:max-h-[60vh] max-lg:flex-none max-lg:border-b max-lg:border-line"
    >
      {found.unreadable.length === 0 ? null : (
        <p role="note" className="border-b border-line px-4 py-2 text-caution">
          {t('unreadable', {
            count: found.unreadable.length,
            ids: found.unreadable
              .slice(0, 3)
              .map(({ versionId }) => versionId)
              .join(', '),
          })}
        </p>
      )}
      <KindOf kind="now" count={now.length}>
        {now.map((place) => (
          <MemoryNow
            key={place.memoryId}
            place={place}
            lines={lines[place.memoryId] ?? { lines: [], count: 0 }}
            {...named}
          />
        ))}
      </KindOf>
      <KindOf kind="past" count={past.length}>
        {past.map((place) => (
          <MemoryPast key={place.memoryId} place={place} {...named} />
        ))}
      </KindOf>
      {(['conversation', 'remark'] as const).map((kind) => (
        <KindOf key={kind} kind={kind} count={others(kind).length}>
          {others(kind).map((place, index) => (
            <Column key={index} place={place} {...named} />
          ))}
        </KindOf>
      ))}
      {places.length < placeCount ? (
        <div className="px-4 py-2">
          <Button isBusy={isPending} onClick={onMore}>
            {t('showMore')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function KindOf({ kind, count, children }: { kind: Kind; count: number; children: ReactNode }) {
  const t = useTranslations('Redact')
  if (count === 0) return null
  const Icon = KIND_ICONS[kind]
  return (
    <section aria-labelledby={`redact-${kind}`}>
      <h3
        id={`redact-${kind}`}
        data-kind
        tabIndex={-1}
        className="sticky top-0 z-1 flex items-center gap-2 border-b border-line bg-well px-4 py-2 font-medium outline-offset-[-2px]"
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden className="text-ink-3" />
        {t(`kind_${kind}`)}
        <span className="ml-auto text-xs font-normal text-ink-3">{t(`follows_${kind}`)}</span>
      </h3>
      <ul aria-labelledby={`redact-${kind}`}>{children}</ul>
    </section>
  )
}

interface MemoryProps extends Named {
  place: MemoryFound
}

function MemoryLink({ place, text, shown, isOneStore, storeNames }: MemoryProps) {
  const t = useTranslations('Redact')
  const { storeId, memoryId, path, isDeleted } = place
  return (
    <span className="min-w-0">
      <Link
        data-place
        href={`/stores/${storeId}?memory=${memoryId}`}
        className="rounded-mark font-mono text-code font-medium break-all hover:underline"
      >
        {path === null ? t('noPath') : <MaskedLine pieces={path.split(text)} shown={shown} />}
      </Link>{' '}
      {isDeleted && path !== null ? <Badge>{t('deleted')}</Badge> : null}{' '}
      {isOneStore ? null : (
        <span className="text-xs text-ink-3">
          <VisibleLabel text={storeNames[storeId] ?? ''} />
        </span>
      )}
    </span>
  )
}

function MemoryNow({ lines, ...memory }: MemoryProps & { lines: FoundInLines['lines'][string] }) {
  const t = useTranslations('Redact')
  const more = lines.count - lines.lines.length
  return (
    <li className="border-b border-line px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-4">
        <MemoryLink {...memory} />
        <span className="flex shrink-0 items-center gap-1 text-ink-3">
          {lines.count === 0 ? t('inPath') : t('lines', { count: lines.count })}
          <ArrowUpRight size={14} aria-hidden />
        </span>
      </div>
      {lines.count === 0 ? null : (
        <ol className="mt-1 font-mono text-code">
          {lines.lines.map(({ line, pieces }) => (
            <li key={line} className="flex gap-3">
              <span className="w-9 shrink-0 text-right text-ink-3 select-none">{line}</span>
              <span className="min-w-0 truncate whitespace-pre">
                <MaskedLine pieces={pieces} shown={memory.shown} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {more > 0 ? (
        <p className="pt-0.5 pl-12 text-ink-3">{t('moreLines', { count: more })}</p>
      ) : null}
    </li>
  )
}

function MemoryPast(memory: MemoryProps) {
  const t = useTranslations('Redact')
  const { isNow, versions, runs } = memory.place
  const all = runs.reduce((sum, length) => sum + length, 0)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <span className="min-w-40 flex-1">
        <MemoryLink {...memory} />
      </span>
      <VersionStrip runs={runs} />
      <span className="w-28 text-right text-ink-3 tabular-nums">
        {t('ofVersions', { count: versions - Number(isNow), all })}
      </span>
    </li>
  )
}

/** A column of the database, without its single rows. */
function Column({ place, storeNames }: Named & { place: ColumnFound }) {
  const t = useTranslations('Redact')
  const columnWords = useColumnWords()
  const store = place.kind === 'remark' ? storeNames[place.storeId ?? ''] : undefined
  return (
    <li
      data-place
      tabIndex={-1}
      className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-2 outline-offset-[-2px]"
    >
      <span className="min-w-0">
        <span className="first-letter:uppercase">
          {columnWords(`${place.table}.${place.column}`)}
        </span>{' '}
        {store === undefined ? null : (
          <span className="text-xs text-ink-3">
            <VisibleLabel text={store} />
          </span>
        )}
      </span>
      <span className="shrink-0 text-ink-3 tabular-nums">
        {t('values', { count: place.values })}
      </span>
    </li>
  )
}
