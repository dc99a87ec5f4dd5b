import { ArchiveRestore, ChevronRight, Settings, Sprout } from 'lucide-react'
import { Suspense } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { ActorName } from '@/components/history/actor-name'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { StoreActivity } from '@/lib/store/store-activity'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import { ActivityPlot } from './activity-plot'
import type { StoreInsights } from './store-insights'
import { StoreUnread, StoreWriters } from './store-insight-cells'

export interface StoreTableProps {
  stores: readonly MemoryStore[]
  activities: ReadonlyMap<string, StoreActivity>
  /** of the actors who changed something last, by id */
  names: ReadonlyMap<string, string>
  /** what takes longer to know; awaited by its own cells */
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

const HEAD = 'py-2 pr-4 font-medium'

async function Rows({ stores, ...rest }: StoreTableProps) {
  const t = await texts()
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-left text-xs text-ink-3">
          <th className={`${HEAD} pl-5`}>{t('Stores.name')}</th>
          <th className={`${HEAD} max-lg:hidden`}>{t('Stores.writers')}</th>
          <th className={`${HEAD} max-xl:hidden`}>{t('Stores.activity')}</th>
          <th className={HEAD}>{t('Stores.size')}</th>
          <th className={`${HEAD} max-lg:hidden`}>{t('Stores.unread')}</th>
          <th className={HEAD}>{t('Stores.lastChange')}</th>
          <th>
            <span className="sr-only">{t('StoreSettings.title')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {stores.map((store) => (
          <Row key={store.id} store={store} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

const CELL = 'py-2.5 pr-4 max-md:block max-md:py-0.5 max-md:pl-4'

async function Row({
  store,
  activities,
  names,
  insights,
  now,
}: Omit<StoreTableProps, 'stores'> & { store: MemoryStore }) {
  const t = await texts()
  const format = await formats()
  const activity = activities.get(store.id)
  return (
    <tr className="relative h-[72px] border-b border-line last:border-b-0 hover:bg-hover max-md:block max-md:h-auto max-md:py-2">
      <td className={`${CELL} w-[34%] max-w-0 pl-5 max-md:w-auto max-md:max-w-none`}>
        <Link
          href={`/stores/${store.id}`}
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
      <td className={`${CELL} max-lg:hidden`}>
        <Suspense>
          <StoreWriters storeId={store.id} insights={insights} />
        </Suspense>
      </td>
      <td className={`${CELL} max-xl:hidden`}>
        <ActivityPlot days={activity?.days ?? []} />
      </td>
      <td className={`${CELL} whitespace-nowrap tabular-nums`}>
        {shownSize(store.byteSize)}{' '}
        <span className="text-ink-3">{t('Stores.memoryCount', { count: store.memoryCount })}</span>
        <span className="sr-only">
          {t('Stores.versionCount', { count: format.number(store.versionCount) })}
        </span>
      </td>
      <td className={`${CELL} max-lg:hidden`}>
        <Suspense>
          <StoreUnread storeId={store.id} insights={insights} />
        </Suspense>
      </td>
      <td className={`${CELL} leading-[17px] whitespace-nowrap`}>
        {store.lastChangedAt === null ? (
          <span className="text-ink-3">{t('App.never')}</span>
        ) : (
          <RelativeTime time={store.lastChangedAt} now={now} />
        )}
        {activity?.lastActor ? (
          <span className="block max-w-44 truncate text-xs text-ink-3">
            {t('Stores.by')} <ActorName actor={activity.lastActor} names={names} />
          </span>
        ) : null}
      </td>
      <td
        className={`${CELL} text-right whitespace-nowrap max-md:absolute max-md:top-2 max-md:right-0`}
      >
        <Acts store={store} />
      </td>
    </tr>
  )
}

async function Acts({ store }: { store: MemoryStore }) {
  const t = await texts()
  const name = plainName(store.name)
  const look = buttonLook({ look: 'quiet', size: 'icon' })
  return (
    <>
      {store.archivedAt === null ? (
        <Link
          href={`/stores/${store.id}/seed`}
          aria-label={t('Stores.seed', { name })}
          title={t('Stores.seed', { name })}
          className={look}
        >
          <Sprout size={16} strokeWidth={1.75} aria-hidden />
        </Link>
      ) : null}
      <Link
        href={`/stores/${store.id}/settings`}
        aria-label={t('Stores.settings', { name })}
        title={t('Stores.settings', { name })}
        className={look}
      >
        <Settings size={16} strokeWidth={1.75} aria-hidden />
      </Link>
    </>
  )
}
