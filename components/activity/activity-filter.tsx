import { SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import type { OfferedStores } from '@/components/stores/offered-stores'
import { StoreFilter } from '@/components/stores/store-filter'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import type { Operation } from '@/lib/store/model/memory-version'
import { PathFilter } from './path-filter'

/** The filter in the address. */
export interface ActivityFilterValues {
  store?: string | undefined
  operation?: Operation | undefined
  session?: string | undefined
  actor?: string | undefined
  /** path prefix */
  path?: string | undefined
  since?: string | undefined
  /** milliseconds since 1970 */
  from?: number | undefined
  to?: number | undefined
}

export interface ActivityFilterProps {
  asked: ActivityFilterValues
  /** the log with some of the filter changed; null removes a part */
  addressOf: (change: Partial<Record<keyof ActivityFilterValues, string | null>>) => string
  /** the chosen store */
  chosen: { id: string; name: string } | null
  offered: OfferedStores
  /** of the chosen actor */
  actorName: string | null
  /** of the chosen session */
  sessionTitle: string | null
}

const SPANS = ['hour', 'day', 'week', 'month'] as const

/** Narrows the log by time and path, and shows what it is narrowed to; works without a script. */
export async function ActivityFilter(props: ActivityFilterProps) {
  const { asked, addressOf, chosen, offered, actorName, sessionTitle } = props
  const t = await texts()
  const format = await formats()
  const { from, to } = asked
  const hasTime = from !== undefined || to !== undefined
  const moment = (time: number | undefined) =>
    time === undefined ? '…' : format.dateTime(time, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-5 py-2 max-md:px-4">
      <label className="relative inline-flex h-9 cursor-pointer items-center gap-2 rounded-control px-3 font-medium shadow-[inset_0_0_0_1px_var(--control)] has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent md:hidden">
        <input type="checkbox" className="absolute inset-0 cursor-pointer opacity-0" />
        <SlidersHorizontal size={14} aria-hidden />
        {t('Activity.filter')}
      </label>
      <div className="flex min-w-0 flex-wrap items-center gap-2 max-md:hidden max-md:w-full max-md:group-has-checked/log:flex">
        <SegmentedLinks
          label={t('Activity.since')}
          segments={[
            {
              href: addressOf({ since: null, from: null, to: null }),
              label: t('Activity.ever'),
              isCurrent: asked.since === undefined && !hasTime,
            },
            ...SPANS.map((since) => ({
              href: addressOf({ since, from: null, to: null }),
              label: t(`Activity.${since}`),
              isCurrent: asked.since === since,
            })),
          ]}
        />
        <PathFilter path={asked.path ?? ''} others={othersOf(asked)} />
        {offered.isPart ? (
          <StoreFilter
            label={t('Activity.store')}
            all={t('Search.allStores')}
            chosen={chosen}
            {...offered}
            withArchived
            address={addressOf({ store: null })}
          />
        ) : null}
      </div>
      {hasTime ? (
        <Chip label={t('Activity.everyTime')} href={addressOf({ from: null, to: null })}>
          {moment(from)} – {moment(to)}
        </Chip>
      ) : null}
      {chosen === null ? null : (
        <Chip label={t('Activity.everyStore')} href={addressOf({ store: null })}>
          <VisibleLabel text={chosen.name} />
        </Chip>
      )}
      {asked.operation === undefined ? null : (
        <Chip label={t('Activity.everyOperation')} href={addressOf({ operation: null })}>
          {t(`Activity.${asked.operation}`)}
        </Chip>
      )}
      {asked.session === undefined ? null : (
        <Chip label={t('Activity.everySession')} href={addressOf({ session: null })}>
          <VisibleLabel text={sessionTitle ?? asked.session} />
        </Chip>
      )}
      {asked.actor === undefined ? null : (
        <Chip label={t('Activity.everyActor')} href={addressOf({ actor: null })}>
          <VisibleLabel text={actorName ?? asked.actor} />
        </Chip>
      )}
    </div>
  )
}

/** The rest of the filter, for the form of the path. */
function othersOf({ store, operation, session, actor, since, from, to }: ActivityFilterValues) {
  const others = { store, operation, session, actor, since, from, to }
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
