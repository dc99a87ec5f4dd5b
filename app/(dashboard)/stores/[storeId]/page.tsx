import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { memoryViewName } from '@/components/content/memory-view-name'
import { KeyBar } from '@/components/frame/key-bar'
import { Page } from '@/components/frame/page'
import type { KeyName } from '@/components/palette/keys'
import { texts } from '@/components/i18n/server-texts'
import { StoreLive } from '@/components/live/store-live'
import { DropTarget } from '@/components/seed/drop-target'
import { ArchivedNotice } from '@/components/stores/archived-notice'
import { PastNotice } from '@/components/time/past-notice'
import { TimeBar } from '@/components/time/time-bar'
import { TimePlot } from '@/components/time/time-plot'
import { MemoryTree } from '@/components/tree/memory-tree'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PANES_COOKIE, paneWidths } from '@/components/ui/pane-widths'
import { Panes } from '@/components/ui/panes'
import { database } from '@/lib/db/open-database'
import { changeDensity } from '@/lib/store/changes/change-times'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { countLeftOuts } from '@/lib/store/seeding/seed-left-outs'
import { type StoreMoment, storeMoment } from '@/lib/store/time/store-moment'
import { plainName } from '@/lib/text/plain-text'
import {
  type ChosenMemory,
  chosenMemory,
  memoryOfVersionAlone,
  type StoreSearch,
  versionLimit,
} from './chosen-memory'
import { HistoryPane } from './history-pane'
import { LeftOutLink } from './left-out-link'
import { MemoryMiddle } from './memory-middle'
import { StoreHead } from './store-head'
import { Overview, OverviewSide } from './overview-panes'
import { storeOf } from './store-of'
import { openListings } from './tree/tree-listing'

export const dynamic = 'force-dynamic'

/** Bars of the time bar: the most that can still be seen one by one. */
const BARS = 160

const PAST_KEYS = ['toNow', 'step', 'filter'] as const
const EDIT_KEYS = ['save', 'cancelEdit'] as const

export async function generateMetadata(props: PageProps<'/stores/[storeId]'>): Promise<Metadata> {
  return { title: plainName((await storeOf((await props.params).storeId)).name) }
}

export default async function StorePage(props: PageProps<'/stores/[storeId]'>) {
  const readAt = requestTime()
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const memory = await memoryOfVersionAlone(database(), store.id, search)
  if (memory !== null) redirect(addressWith(store.id, search, { memory }))
  const moment = await momentOf(store, search.at)
  const isPast = moment.sequence < moment.last
  const sequence = isPast ? moment.sequence : null
  const past = isPast ? `&at=${moment.sequence}` : null
  const chosen = await chosenMemory(database(), store.id, search, sequence)
  const selected = chosen?.path ?? null
  const canEdit = store.archivedAt === null && isEditable(chosen)
  const listings = (await isShownAlready(store.id))
    ? {}
    : await openListings(database(), { storeId: store.id, selected, sequence })
  const density = await changeDensity(database(), { storeId: store.id, buckets: BARS })
  const named = density.moments.map(({ sequence: at, name }) => ({ sequence: at, name }))
  const isOverview = chosen === null && !namesMemory(search) && !isPast
  const leftOut = isOverview ? await countLeftOuts(database(), store.id) : 0
  const widths = paneWidths((await cookies()).get(PANES_COOKIE)?.value)
  return (
    <DropTarget storeId={store.id} text={t('Seed.dropHere')}>
      <Page kind="working">
        <StoreHead
          store={store}
          current="memories"
          isPast={isPast}
          meta={
            <>
              <LeftOutLink storeId={store.id} count={leftOut} />
              <StoreLive storeId={store.id} after={store.lastSequence} readAt={readAt} />
            </>
          }
        />
        {store.archivedAt === null || isPast ? null : (
          <ArchivedNotice archivedAt={store.archivedAt} />
        )}
        {isPast ? (
          <PastNotice
            moment={moment}
            now={addressNow(store.id, search)}
            compare={`/stores/${store.id}/compare?from=${moment.sequence}&to=${moment.last}`}
          >
            <Link
              href={`/stores/${store.id}/branches?at=${moment.sequence}`}
              className={buttonVariants({ variant: 'quiet' })}
            >
              {t('Branch.fromHere')}
            </Link>
            {store.archivedAt === null ? (
              <Link
                href={`/stores/${store.id}/restore?at=${moment.sequence}`}
                className={buttonVariants()}
              >
                {t('Restore.button')}
              </Link>
            ) : null}
          </PastNotice>
        ) : null}
        <Panes
          widths={widths}
          isChosen={chosen !== null || namesMemory(search)}
          isEmpty={store.memoryCount === 0 && !isPast}
          tree={
            <MemoryTree
              storeId={store.id}
              selected={selected}
              past={sequence}
              last={store.lastSequence}
              opened={isPast ? null : openedOf(chosen)}
              initial={listings}
              isReadOnly={isPast || store.archivedAt !== null}
            />
          }
          middle={
            chosen === null && !namesMemory(search) ? (
              <Overview
                store={store}
                past={isPast ? moment : null}
                isOfTests={search.map === 'tests'}
              />
            ) : (
              <MemoryMiddle
                chosen={chosen}
                view={memoryViewName(search.view)}
                storeId={store.id}
                askedPath={typeof search.path === 'string' ? search.path : null}
                limit={store.archivedAt === null ? store.settings.maxContentBytes : null}
                past={past}
                comparison={comparisonOf(store.id, search)}
              />
            )
          }
          history={
            chosen ? (
              <HistoryPane chosen={chosen} olderAddress={withMoreVersions(store.id, search)} />
            ) : isPast || namesMemory(search) || store.memoryCount === 0 ? undefined : (
              <OverviewSide storeId={store.id} moments={density.moments} />
            )
          }
        />
        {moment.last === 0 ? null : (
          <TimeBar
            storeId={store.id}
            moment={moment}
            address={addressNow(store.id, search)}
            named={named}
            from={density.from}
          >
            <TimePlot
              density={density}
              sequence={moment.sequence}
              address={addressNow(store.id, search)}
            />
          </TimeBar>
        )}
        {isPast ? (
          <KeyBar keys={PAST_KEYS} />
        ) : canEdit && memoryViewName(search.view) === 'edit' ? (
          <KeyBar keys={EDIT_KEYS} />
        ) : (
          <KeyBar keys={presentKeys(store, canEdit)} />
        )}
      </Page>
    </DropTarget>
  )
}

/**
 * Returns whether a page that shows this store already asks for another memory: its tree has its
 * listings, and loads what it lacks. scripts/server.mjs says so.
 */
async function isShownAlready(storeId: string): Promise<boolean> {
  return (await headers()).get('x-shown-page') === `/stores/${storeId}`
}

function namesMemory(search: StoreSearch): boolean {
  return ['path', 'memory', 'version', 'from', 'to'].some((name) => search[name] !== undefined)
}

/** The keys of the page as it is now: a memory that is open can be changed, if there is any. */
function presentKeys({ memoryCount, lastSequence }: MemoryStore, canEdit: boolean): KeyName[] {
  return [
    ...(canEdit ? (['edit', 'comment'] as const) : []),
    ...(memoryCount > 0 ? (['filter'] as const) : []),
    ...(lastSequence > 0 ? (['step'] as const) : []),
  ]
}

/** Returns the memory that is open in its present state, and is thereby seen. */
function openedOf(chosen: ChosenMemory | null): { memoryId: string; sequence: number } | null {
  if (!chosen || chosen.compared || chosen.shown?.id !== chosen.current.id) return null
  return { memoryId: chosen.current.memoryId, sequence: chosen.current.sequence }
}

/** Returns whether the memory is open in its present state, and has a text. */
function isEditable(chosen: ChosenMemory | null): boolean {
  return openedOf(chosen) !== null && typeof chosen?.shown?.content === 'string'
}

/** The moment that the address names; now by default. */
async function momentOf(store: MemoryStore, at: unknown): Promise<StoreMoment> {
  const isNumber = typeof at === 'string' && /^\d{1,15}$/.test(at)
  const sequence = isNumber ? Number(at) : store.lastSequence
  return storeMoment(database(), { storeId: store.id, sequence })
}

/** Returns the address of the page now, with the same selection. */
function addressNow(storeId: string, search: StoreSearch): string {
  const kept = new URLSearchParams()
  for (const name of ['path', 'memory', 'view', 'filter']) {
    const value = search[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  return kept.size === 0 ? `/stores/${storeId}` : `/stores/${storeId}?${kept}`
}

/** Returns the address of the page with more versions. */
function withMoreVersions(storeId: string, search: StoreSearch): string {
  return addressWith(storeId, search, { versions: String(versionLimit(search) * 4) })
}

/**
 * Returns the way to compare two versions (as text by default, or in the editor), and the addresses
 * of both.
 */
function comparisonOf(storeId: string, search: StoreSearch) {
  return {
    isEditor: search.compare === 'editor',
    address: {
      text: addressWith(storeId, search, { compare: null }),
      editor: addressWith(storeId, search, { compare: 'editor' }),
    },
  }
}

/** Returns the address of the page with some parameters changed; null removes one. */
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

function requestTime(): number {
  return Date.now()
}
