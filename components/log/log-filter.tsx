import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { Filters } from '@/components/frame/filter'
import { formats, texts } from '@/components/i18n/server-texts'
import type { OfferedStores } from '@/components/stores/offered-stores'
import { StoreFilter } from '@/components/stores/store-filter'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import type { Operation } from '@/lib/store/model/memory-version'
import { PathFilter } from './path-filter'

const SPANS = ['hour', 'day', 'week', 'month'] as const

/** Those that are no period of the page's head. */
const OFFERED_SPANS = ['hour', 'month'] as const

/** The filter in the address. */
export interface LogFilterValues {
  store?: string | undefined
  operation?: Operation | undefined
  session?: string | undefined
  actor?: string | undefined
  /** path prefix */
  path?: string | undefined
  since?: (typeof SPANS)[number] | undefined
  /** milliseconds since 1970 */
  from?: number | undefined
  to?: number | undefined
  /** a day or a week, and a date in it */
  period?: string | undefined
  at?: string | undefined
}

export interface LogFilterProps {
  asked: LogFilterValues
  /** the log with some of the filter changed; null removes a part */
  addressOf: (change: Partial<Record<keyof LogFilterValues, string | null>>) => string
  /** the chosen store */
  chosen: { id: string; name: string } | null
  offered: OfferedStores
  /** of the chosen actor */
  actorName: string | null
  /** of the chosen session */
  sessionTitle: string | null
  /** whether the log of all time is listed, and not a day or a week */
  isOfAllTime: boolean
  facets: ReactNode
}

type Named = Pick<LogFilterProps, 'asked' | 'chosen' | 'actorName' | 'sessionTitle'>

/** The parts of the filter that hold, in words, each with the parameters that it is. */
export async function chosenParts({ asked, chosen, actorName, sessionTitle }: Named) {
  const t = await texts()
  const format = await formats()
  const { operation, session, actor, path, since, from, to } = asked
  const moment = (time: number | undefined) =>
    time === undefined ? '…' : format.dateTime(time, { dateStyle: 'medium', timeStyle: 'short' })
  const hasTime = from !== undefined || to !== undefined
  const parts = [
    {
      is: ['from', 'to'],
      words: hasTime ? `${moment(from)} – ${moment(to)}` : null,
      all: t('Log.everyTime'),
    },
    {
      is: ['since'],
      words: since === undefined ? null : t(`Log.${since}`),
      all: t('Log.everyTime'),
    },
    { is: ['store'], words: chosen?.name ?? null, all: t('Log.everyStore') },
    {
      is: ['operation'],
      words: operation === undefined ? null : t(`Log.${operation}`),
      all: t('Log.everyOperation'),
    },
    {
      is: ['session'],
      words: session === undefined ? null : (sessionTitle ?? session),
      all: t('Log.everySession'),
    },
    {
      is: ['actor'],
      words: actor === undefined ? null : (actorName ?? actor),
      all: t('Log.everyActor'),
    },
    { is: ['path'], words: path ?? null, all: t('Log.everyPath') },
  ] as const
  return parts.flatMap(({ is, words, all }) => (words === null ? [] : [{ is, words, all }]))
}

/** Narrows the log, and shows what it is narrowed to; works without a script. */
export async function LogFilter(props: LogFilterProps) {
  const { asked, addressOf, chosen, offered, isOfAllTime, facets } = props
  const t = await texts()
  const hasTime = asked.from !== undefined || asked.to !== undefined
  const parts = await chosenParts(props)
  const without = (names: readonly (keyof LogFilterValues)[]) =>
    addressOf(Object.fromEntries(names.map((name) => [name, null])))
  return (
    <Filters
      rowCount={0}
      clearHref={parts.length === 0 ? null : without(parts.flatMap(({ is }) => is))}
    >
      <SegmentedLinks
        label={t('Log.reviewedOrAll')}
        segments={[
          { href: addressOf({}), label: t('Log.everything'), isCurrent: true },
          { href: '/log?state=done', label: t('Review.state_done_tab'), isCurrent: false },
        ]}
      />
      {isOfAllTime ? (
        <SegmentedLinks
          label={t('Log.since')}
          segments={[
            {
              href: addressOf({ since: null, from: null, to: null }),
              label: t('Log.ever'),
              isCurrent: asked.since === undefined && !hasTime,
            },
            ...OFFERED_SPANS.map((since) => ({
              href: addressOf({ since, from: null, to: null }),
              label: t(`Log.${since}`),
              isCurrent: asked.since === since,
            })),
          ]}
        />
      ) : null}
      <PathFilter path={asked.path ?? ''} others={othersOf(asked)} />
      {offered.isPart ? (
        <StoreFilter
          label={t('Log.store')}
          all={t('Search.allStores')}
          chosen={chosen}
          {...offered}
          withArchived
          address={addressOf({ store: null })}
        />
      ) : null}
      {parts.map(({ is, words, all }) => (
        <Chip key={all} label={all} href={without(is)}>
          <VisibleLabel text={words} />
        </Chip>
      ))}
      {facets}
    </Filters>
  )
}

/** The rest of the filter, for the form of the path. */
function othersOf(asked: LogFilterValues) {
  const { store, operation, session, actor, since, from, to, period, at } = asked
  const others = { store, operation, session, actor, since, from, to, period, at }
  return Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  )
}

/** A part of the filter; pressing it removes it. */
function Chip({ label, href, children }: { label: string; href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      scroll={false}
      className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-control bg-selected px-2 text-xs hover:bg-hover max-md:h-9"
    >
      <span className="min-w-0 truncate">{children}</span>
      <X size={13} aria-hidden className="shrink-0" />
      <span className="sr-only">{label}</span>
    </Link>
  )
}
