import { ArchiveRestore, ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { LastChange } from '@/lib/store/stores/last-changes'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import type { StoreInsights } from './store-insights'
import { CellSkeleton, StoreToReview, StoreWriters } from './store-insight-cells'
import { StoreRowMenu } from './store-menu'

export interface StoreTableProps {
  stores: readonly MemoryStore[]
  lastChanges: ReadonlyMap<string, LastChange>
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

/** A column gives way so that names have room. */
const FIRST_GONE = '@max-[54rem]:hidden max-md:hidden'

const HEAD = 'py-2 pr-4 font-medium'

async function Rows({ stores, ...rest }: StoreTableProps) {
  const t = await texts()
  return (
    <div className="@container">
      <table className="store-table w-full table-fixed border-collapse max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-left text-xs text-ink-3">
            <th className={`${HEAD} pl-5`}>{t('Stores.name')}</th>
            <th className={`${HEAD} w-36`}>{t('Stores.memories')}</th>
            <th data-column="writers" className={`${HEAD} w-44 ${FIRST_GONE}`}>
              {t('Stores.writers')}
            </th>
            <th data-column="review" className={`${HEAD} w-44`}>
              {t('Store.toReview')}
            </th>
            <th className={`${HEAD} w-28 text-right`}>{t('Stores.lastChange')}</th>
            <th className="w-14">
              <span className="sr-only">{t('Store.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {stores.map((store) => (
            <Row key={store.id} store={store} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const CELL = 'py-1 pr-4 max-md:py-0.5 max-md:pr-0 max-md:pl-4'

/** A cell below the name, beside others of its kind on a phone. */
const FIGURE = `${CELL} max-md:inline-block`

async function Row({
  store,
  lastChanges,
  insights,
  now,
}: Omit<StoreTableProps, 'stores'> & { store: MemoryStore }) {
  const t = await texts()
  const { id, name, description, archivedAt } = store
  return (
    <tr className="relative h-12 border-b border-line last:border-b-0 hover:bg-hover max-md:block max-md:h-auto max-md:py-2">
      <td className={`${CELL} pl-5 max-md:block max-md:pr-14`}>
        <span className="flex min-w-0 items-baseline gap-3">
          <Link
            href={`/stores/${id}`}
            data-store-row
            className="max-w-full shrink-0 truncate font-semibold hover:underline"
          >
            <VisibleLabel text={name} />
          </Link>
          {description ? (
            <span
              title={plainName(description)}
              className="min-w-0 truncate text-xs text-ink-3 max-md:hidden"
            >
              <VisibleText text={description} />
            </span>
          ) : null}
        </span>
      </td>
      <td className={FIGURE}>
        <Size store={store} />
      </td>
      <td data-column="writers" className={`${CELL} ${FIRST_GONE}`}>
        <Suspense fallback={<CellSkeleton />}>
          <StoreWriters storeId={id} insights={insights} />
        </Suspense>
      </td>
      <td data-column="review" className={FIGURE}>
        <Suspense fallback={<CellSkeleton />}>
          <StoreToReview storeId={id} insights={insights} />
        </Suspense>
      </td>
      <td className={`${FIGURE} text-right text-ink-3 max-md:float-right max-md:pr-4`}>
        <LastChanged change={lastChanges.get(id)} now={now} />
      </td>
      <td
        className={`${CELL} text-right whitespace-nowrap max-md:absolute max-md:top-2 max-md:right-0 max-md:pr-4`}
      >
        <StoreRowMenu
          storeId={id}
          isArchived={archivedAt !== null}
          label={t('Stores.more', { name: plainName(name) })}
        />
      </td>
    </tr>
  )
}

/** Share of its limit from which a store has little room left. */
const NEAR = 0.9

/** How many memories a store has, and their size, which stands out once it is near its limit. */
async function Size({ store: { byteSize, memoryCount, settings } }: { store: MemoryStore }) {
  const t = await texts()
  const format = await formats()
  const limit = settings.maxBytes
  const size = shownSize(format, byteSize)
  return (
    <span className="block truncate tabular-nums">
      {format.number(memoryCount)}
      <span className="md:sr-only"> {t('Stores.memoryWord', { count: memoryCount })}</span>{' '}
      {memoryCount === 0 ? null : limit !== null && byteSize >= limit * NEAR ? (
        <span className="ml-2 text-xs font-semibold text-caution">
          {size} {t('Overview.of', { limit: shownSize(format, limit) })}
        </span>
      ) : (
        <span className="ml-2 text-xs text-ink-3">{size}</span>
      )}
    </span>
  )
}

/** Words for a change of the store itself; null: the path of the memory says it. */
const WORDS = {
  'memory.created': null,
  'memory.modified': null,
  'memory.deleted': null,
  'memory_version.redacted': null,
  'memory_versions.rewritten': null,
  'memory.quarantined': 'lastQuarantined',
  'memory.released': 'lastReleased',
  'memory_store.updated': 'lastUpdated',
  'memory_store.archived': 'lastArchived',
} as const

async function LastChanged({ change, now }: { change: LastChange | undefined; now: number }) {
  const t = await texts()
  if (!change) return t('App.never')
  const words = WORDS[change.type]
  const what = words === null ? (change.path ?? '').slice(1) : t(`Stores.${words}`)
  return (
    <span title={plainName(what)}>
      <RelativeTime time={change.at} now={now} />
      {what === '' ? null : <span className="sr-only">{`, ${plainName(what)}`}</span>}
    </span>
  )
}
