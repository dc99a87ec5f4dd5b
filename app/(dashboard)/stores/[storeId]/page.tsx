import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { Link } from '@/components/ui/link'
import { memoryViewName } from '@/components/content/memory-view-name'
import { VisibleLabel } from '@/components/content/visible-label'
import { VersionChoice } from '@/components/history/version-choice'
import { VersionList } from '@/components/history/version-list'
import { texts } from '@/components/i18n/server-texts'
import { StoreLive } from '@/components/live/store-live'
import { DropTarget } from '@/components/seed/drop-target'
import { RestoreStore } from '@/components/time/restore-store-lazy'
import { TimeBar } from '@/components/time/time-bar'
import { MemoryTree } from '@/components/tree/memory-tree'
import { buttonLook } from '@/components/ui/button'
import { PANES_COOKIE, paneWidths } from '@/components/ui/pane-widths'
import { Panes } from '@/components/ui/panes'
import { database } from '@/lib/db/open-database'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { listNamedMoments } from '@/lib/store/named-moments'
import { listLeftOuts } from '@/lib/store/seed-left-outs'
import { type StoreMoment, storeMoment } from '@/lib/store/store-moment'
import { shownSize } from '@/lib/text/shown-size'
import { plainName } from '@/lib/text/plain-text'
import { type ChosenMemory, chosenMemory, type StoreSearch, versionLimit } from './chosen-memory'
import { MemoryMiddle } from './memory-middle'
import { storeOf } from './store-of'
import { openListings } from './tree/tree-listing'

export const dynamic = 'force-dynamic'

export async function generateMetadata(props: PageProps<'/stores/[storeId]'>): Promise<Metadata> {
  return { title: plainName((await storeOf((await props.params).storeId)).name) }
}

export default async function StorePage(props: PageProps<'/stores/[storeId]'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const moment = await momentOf(store, search.at)
  const isPast = moment.sequence < store.lastSequence
  const sequence = isPast ? moment.sequence : null
  const past = isPast ? `&at=${moment.sequence}` : null
  const chosen = await chosenMemory(database(), store.id, search, sequence)
  const selected = chosen?.path ?? null
  const listings = await openListings(database(), { storeId: store.id, selected, sequence })
  const named = (await listNamedMoments(database(), store.id)).map(({ sequence: at, name }) => ({
    sequence: at,
    name,
  }))
  const { count: leftOut } = await listLeftOuts(database(), { storeId: store.id, limit: 1 })
  const widths = paneWidths((await cookies()).get(PANES_COOKIE)?.value)
  return (
    <DropTarget storeId={store.id}>
      <div className="sheet" data-page="working">
        <div className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-4 py-2">
          <div>
            <h1 className="text-base font-semibold wrap-anywhere">
              <VisibleLabel text={store.name} />
            </h1>
            <p className="text-xs text-ink-3 tabular-nums">
              {t('Store.summary', {
                memories: store.memoryCount,
                size: shownSize(store.byteSize),
                versions: store.versionCount,
              })}
              {store.archivedAt === null ? '' : ` · ${t('Store.archived')}`}
            </p>
            {leftOut === 0 ? null : (
              <Link
                href={`/stores/${store.id}/seed#left-out`}
                className="text-xs text-caution underline"
              >
                {t('Seed.leftOutCount', { count: leftOut })}
              </Link>
            )}
            <StoreLive storeId={store.id} after={store.lastSequence} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Link href={`/redact?store=${store.id}`} className={buttonLook({ look: 'quiet' })}>
              {t('Redact.link')}
            </Link>
            <Link href={`/stores/${store.id}/settings`} className={buttonLook({ look: 'quiet' })}>
              {t('StoreSettings.title')}
            </Link>
            <Link href={`/stores/${store.id}/seed`} className={buttonLook()}>
              {t('Seed.button')}
            </Link>
            {store.archivedAt === null ? (
              <Link href={`/sessions/new?store=${store.id}`} className={buttonLook()}>
                {t('Store.session')}
              </Link>
            ) : null}
          </div>
        </div>
        <Panes
          widths={widths}
          tree={
            <MemoryTree
              storeId={store.id}
              selected={selected}
              past={sequence}
              last={store.lastSequence}
              initial={listings}
              isReadOnly={isPast || store.archivedAt !== null}
            />
          }
          middle={
            <MemoryMiddle
              chosen={chosen}
              isEmptyStore={store.memoryCount === 0}
              view={memoryViewName(search.view)}
              limit={store.archivedAt === null ? store.settings.maxContentBytes : null}
              past={past}
              comparison={comparisonOf(store.id, search)}
            />
          }
          history={
            chosen ? (
              <History chosen={chosen} olderAddress={withMoreVersions(store.id, search)} />
            ) : undefined
          }
        />
        {store.lastSequence === 0 ? null : (
          <TimeBar
            storeId={store.id}
            moment={moment}
            last={store.lastSequence}
            address={addressNow(store.id, search)}
            named={named}
          >
            {store.archivedAt === null ? (
              <RestoreStore storeId={store.id} sequence={moment.sequence} />
            ) : null}
          </TimeBar>
        )}
      </div>
    </DropTarget>
  )
}

/** The moment that the address names; now by default. */
async function momentOf(store: MemoryStore, at: unknown): Promise<StoreMoment> {
  const isNumber = typeof at === 'string' && /^\d{1,15}$/.test(at)
  const sequence = isNumber ? Number(at) : store.lastSequence
  return storeMoment(database(), { storeId: store.id, sequence })
}

/** The same page now, with the same selection. */
function addressNow(storeId: string, search: StoreSearch): string {
  const kept = new URLSearchParams()
  for (const name of ['path', 'memory', 'view', 'filter']) {
    const value = search[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  return kept.size === 0 ? `/stores/${storeId}` : `/stores/${storeId}?${kept}`
}

/** The same page with more versions. */
function withMoreVersions(storeId: string, search: StoreSearch): string {
  return addressWith(storeId, search, { versions: String(versionLimit(search) * 4) })
}

/** How two versions are compared: as text by default, or in the editor. */
function comparisonOf(storeId: string, search: StoreSearch) {
  return {
    isEditor: search.compare === 'editor',
    address: {
      text: addressWith(storeId, search, { compare: null }),
      editor: addressWith(storeId, search, { compare: 'editor' }),
    },
  }
}

/** The same page with some parameters changed; null removes one. */
function addressWith(
  storeId: string,
  search: StoreSearch,
  changes: Record<string, string | null>,
): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...search, ...changes })) {
    if (typeof value === 'string') address.set(name, value)
  }
  return `/stores/${storeId}?${address}`
}

async function History({ chosen, olderAddress }: { chosen: ChosenMemory; olderAddress: string }) {
  const t = await texts()
  const [newest] = chosen.versions
  if (!newest) return null
  return (
    <>
      <h2 className="px-4 py-2 text-xs font-medium text-ink-3">{t('History.title')}</h2>
      <VersionChoice key={newest.memoryId} storeId={newest.storeId} memoryId={newest.memoryId}>
        <VersionList
          versions={chosen.versions}
          names={chosen.names}
          shown={chosen.compared ? null : (chosen.shown?.id ?? null)}
          now={chosen.now}
        />
      </VersionChoice>
      {chosen.hasMoreVersions ? (
        <p className="px-4 py-2 text-sm">
          <Link href={olderAddress} replace scroll={false} className="text-accent hover:underline">
            {t('History.older')}
          </Link>
        </p>
      ) : null}
    </>
  )
}
