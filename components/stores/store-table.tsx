import { ArchiveRestore, ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { WriterMark } from '@/components/history/writer-mark'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { VisiblePath } from '@/components/content/visible-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { StoreActivity } from '@/lib/store/stores/store-activity'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import { ActivityPlot } from './activity-plot'
import type { StoreInsights } from './store-insights'
import {
  CellSkeleton,
  StoreFindings,
  StoreReview,
  StoreUnread,
  StoreWriters,
} from './store-insight-cells'
import { StoreMenu } from './store-menu'

export interface StoreTableProps {
  stores: readonly MemoryStore[]
  activities: ReadonlyMap<string, StoreActivity>
  /** of the actors who changed something last, by id */
  names: ReadonlyMap<string, string>
  /** figures that take longer; awaited by their own cells */
  insights: Promise<StoreInsights>
  /** milliseconds since 1970 */
  now: number
}

/** The stores, the archived ones folded below. */
export async function StoreTable({ stores, ...rest }: StoreTableProps) {
  const t = await texts()
  const open = stores.filter(({ archivedAt }) => archivedAt === null)
  const archived = stores.filter(({ archivedAt }) => archivedAt !== null)
  return (
    <>
      {open.length === 0 ? null : <Rows stores={open} {...rest} />}
      {archived.length === 0 ? null : (
        <details open={open.length === 0} className="group border-b border-line">
          <summary className="flex h-10 cursor-pointer list-none items-center gap-2 px-5 text-ink-2 hover:bg-hover max-md:px-4">
            <ChevronRight size={14} aria-hidden className="group-open:rotate-90" />
            <ArchiveRestore size={15} strokeWidth={1.75} aria-hidden />
            {t('Stores.archivedOnes', { count: archived.length })}
          </summary>
          <Rows stores={archived} {...rest} />
        </details>
      )}
    </>
  )
}

/** Columns that give way one after the other, so that a name has 12 rem at least. */
const FIRST_GONE = '@max-[69rem]:hidden max-md:hidden'
const SECOND_GONE = '@max-[60rem]:hidden max-md:hidden'
const LAST_GONE = '@max-[53rem]:hidden max-md:hidden'

const HEAD = 'py-2 pr-4 font-medium'

async function Rows({ stores, ...rest }: StoreTableProps) {
  const t = await texts()
  const largest = Math.max(...stores.map(({ byteSize }) => byteSize), 1)
  return (
    <div className="@container">
      <table className="w-full table-fixed border-collapse max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-left text-xs text-ink-3">
            <th className={`${HEAD} pl-5`}>{t('Stores.name')}</th>
            <th className={`${HEAD} w-36 ${FIRST_GONE}`}>{t('Stores.writers')}</th>
            <th className={`${HEAD} w-28 ${SECOND_GONE}`}>{t('Stores.activity')}</th>
            <th className={`${HEAD} w-40`}>{t('Stores.size')}</th>
            <th className={`${HEAD} w-24 ${LAST_GONE}`}>{t('Stores.unread')}</th>
            <th className={`${HEAD} w-20 ${LAST_GONE}`}>{t('Stores.findings')}</th>
            <th className={`${HEAD} w-20`}>{t('Stores.review')}</th>
            <th className={`${HEAD} w-44`}>{t('Stores.lastChange')}</th>
            <th className="w-14">
              <span className="sr-only">{t('Store.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {stores.map((store) => (
            <Row key={store.id} store={store} largest={largest} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const CELL = 'py-2.5 pr-4 max-md:block max-md:py-0.5 max-md:pl-4'

async function Row({
  store,
  largest,
  activities,
  names,
  insights,
  now,
}: Omit<StoreTableProps, 'stores'> & {
  store: MemoryStore
  /** size of the largest store beside it, in bytes */
  largest: number
}) {
  const t = await texts()
  const activity = activities.get(store.id)
  return (
    <tr className="relative h-[72px] border-b border-line last:border-b-0 hover:bg-hover max-md:block max-md:h-auto max-md:py-2">
      <td className={`${CELL} pl-5 max-md:pr-14`}>
        <Link
          href={`/stores/${store.id}`}
          data-store-row
          className="block truncate text-talk font-semibold tracking-[-0.005em] hover:underline"
        >
          <VisibleLabel text={store.name} />
        </Link>
        {store.description ? (
          <p className="truncate text-ink-3">
            <VisibleText text={store.description} />
          </p>
        ) : null}
      </td>
      <td className={`${CELL} ${FIRST_GONE}`}>
        <Suspense fallback={<CellSkeleton />}>
          <StoreWriters storeId={store.id} insights={insights} />
        </Suspense>
      </td>
      <td className={`${CELL} ${SECOND_GONE}`}>
        <ActivityPlot days={activity?.days ?? []} />
      </td>
      <td className={CELL}>
        <Size store={store} largest={largest} />
      </td>
      <td className={`${CELL} ${LAST_GONE}`}>
        <Suspense fallback={<CellSkeleton />}>
          <StoreUnread storeId={store.id} insights={insights} />
        </Suspense>
      </td>
      <td className={`${CELL} ${LAST_GONE}`}>
        <Suspense fallback={<CellSkeleton />}>
          <StoreFindings storeId={store.id} insights={insights} />
        </Suspense>
      </td>
      <td className={CELL}>
        <Suspense fallback={<CellSkeleton />}>
          <StoreReview storeId={store.id} insights={insights} />
        </Suspense>
      </td>
      <td className={CELL}>
        <LastChange store={store} activity={activity} names={names} now={now} />
      </td>
      <td
        className={`${CELL} text-right whitespace-nowrap max-md:absolute max-md:top-2 max-md:right-0`}
      >
        <StoreMenu
          storeId={store.id}
          isArchived={store.archivedAt !== null}
          words={{
            menu: t('Stores.more', { name: plainName(store.name) }),
            session: t('Store.session'),
            seed: t('Store.seed'),
            changes: t('Store.tab_changes'),
            export: t('Store.exportZip'),
            settings: t('Store.tab_settings'),
            rules: t('Store.tab_rules'),
            redact: t('Store.redact'),
          }}
        />
      </td>
    </tr>
  )
}

/** Share of its limit from which a store has little room left. */
const NEAR = 0.9

/**
 * Shows the size of a store; the bar compares it with the stores beside it, or with its limit once
 * near.
 */
async function Size({ store, largest }: { store: MemoryStore; largest: number }) {
  const t = await texts()
  const format = await formats()
  const { byteSize, memoryCount, versionCount, settings } = store
  const limit = settings.maxBytes
  const isNear = limit !== null && byteSize >= limit * NEAR
  return (
    <>
      <span className="block truncate tabular-nums">
        <span className={isNear ? 'font-semibold text-caution' : undefined}>
          {shownSize(format, byteSize)}
          {isNear ? ` ${t('Overview.of', { limit: shownSize(format, limit) })}` : null}
        </span>{' '}
        <span className="text-ink-3">{t('Stores.memoryCount', { count: memoryCount })}</span>
        <span className="sr-only">
          {t('Stores.versionCount', { count: format.number(versionCount) })}
        </span>
      </span>
      <span
        aria-hidden
        className="mt-1 block h-1 max-w-32 overflow-hidden rounded-full bg-track max-md:hidden"
      >
        <span
          className={classNames('block h-full rounded-full', isNear ? 'bg-caution' : 'bg-ink-2')}
          style={{ width: `${(100 * byteSize) / (isNear ? limit : largest)}%` }}
        />
      </span>
    </>
  )
}

/**
 * Words for the last change of a store; null if the path of the memory that was written says it.
 */
const WORDS = {
  'memory.created': null,
  'memory.modified': null,
  'memory.deleted': null,
  'memory_version.redacted': 'lastRedacted',
  'memory_versions.rewritten': 'lastRedacted',
  'memory.quarantined': 'lastQuarantined',
  'memory.released': 'lastReleased',
  'memory_store.updated': 'lastUpdated',
  'memory_store.archived': 'lastArchived',
} as const

async function LastChange({
  store,
  activity,
  names,
  now,
}: {
  store: MemoryStore
  activity: StoreActivity | undefined
  names: ReadonlyMap<string, string>
  now: number
}) {
  const t = await texts()
  if (store.lastChangedAt === null) return <span className="text-ink-3">{t('App.never')}</span>
  const { lastActor = null, lastPath = null, lastType = null } = activity ?? {}
  const what = lastType === null ? null : WORDS[lastType]
  return (
    <span className="flex items-start gap-2">
      {lastActor ? <WriterMark actor={lastActor} names={names} /> : null}
      <span className="min-w-0 leading-[18px]">
        {what !== null ? (
          <span className="block truncate">{t(`Stores.${what}`)}</span>
        ) : lastPath === null ? null : (
          <span title={plainName(lastPath)} className="block truncate">
            <VisiblePath path={lastPath.slice(1)} />
          </span>
        )}
        <span className="block text-xs text-ink-3">
          <RelativeTime time={store.lastChangedAt} now={now} />
        </span>
      </span>
    </span>
  )
}
