import { getNow, getTranslations } from 'next-intl/server'
import { cookies, headers } from 'next/headers'
import { keptIn } from '@/components/frame/kept'
import { PageWithTexts } from '@/components/i18n/texts'
import { TimeBar } from '@/components/history/time-bar'
import { Live } from '@/components/live/use-live'
import { Nowhere } from '@/components/memory/gone'
import { ArchivedNotice, StoreHead } from '@/components/store/head'
import { PastNotice, Versions } from '@/components/store/on-demand'
import { Unread } from '@/components/store/overview-on-demand'
import type { Listing } from '@/components/tree/listing'
import { listingOf } from '@/components/tree/ordered-listing'
import { Tree } from '@/components/tree/tree'
import { Panes } from '@/components/ui/panes'
import type { Store } from '@/lib/store/model/model'
import { density, listMoments, momentPlace } from '@/lib/store/moments'
import { notReadFor } from '@/lib/store/reads'
import { treeOf } from '@/lib/store/tree'
import { plainName } from '@/lib/text/visible-text'
import { MemoryPane } from './memory-pane'
import { FiguresPane, OverviewPane } from './overview-pane'
import { copiedFrom, readMemory } from './read-memory'
import { addressWith, storeSearch, type StoreSearch } from './search'
import { memoriesToReview, storeAt, toReviewIn } from './store-page'
import { countFailing } from '@/lib/why/strips'

type Props = PageProps<'/stores/[id]'>

/** Bars of the time bar: the most that can still be seen one by one. */
const BARS = 160

/** What is in the store, what is new, what was it? */
export default async function StorePage(props: Props) {
  const params = await props.searchParams
  const search = storeSearch(params)
  const store = await storeAt((await props.params).id)
  const { id } = store
  const now = await getNow()
  const [place, bars, moments] = await Promise.all([
    momentPlace(id, Math.min(search.at ?? store.lastSequence, store.lastSequence)),
    density(id, BARS),
    listMoments(id),
  ])
  const isPast = place.sequence < place.last
  const at = isPast ? place.sequence : null
  const isReadOnly = isPast || store.archivedAt !== null
  const isHeldNow = await isHeld(id, at)
  const isNamed = search.path !== null || search.memoryId !== null || search.versionIds.length > 0
  const [memory, listing] = await Promise.all([
    isNamed ? readMemory(id, search, { at, now }) : null,
    // Of a past moment it says how much the store held, too.
    isHeldNow && at === null ? null : listed(id, at ?? undefined),
  ])
  const later =
    isNamed && !memory && at !== null ? await readMemory(id, search, { at: null, now }) : null
  const brought = isHeldNow ? null : listing
  const holds = held(store, isPast ? listing : null)
  const href = (changes: Readonly<Record<string, string | null>>) =>
    addressWith(id, params, changes)
  const ofMemory = { memory: memory?.memoryId, at: at?.toString(), filter: params['filter'] }
  const address = addressWith(id, ofMemory, {})
  const here = href({ at: null, version: null, diff: null, before: null, layout: null })
  return (
    <PageWithTexts
      texts={['Overview']}
      kind="working"
      name={[memory?.current.path ?? search.path ?? [], store.name]
        .flat()
        .map(plainName)
        .join(' · ')}
    >
      <Live at={{ [`store:${id}`]: store.lastSequence }} />
      <StoreHead
        store={store}
        holds={holds}
        isPast={isPast}
        toReview={await toReviewIn(id)}
        failing={await countFailing(id)}
        origin={await copiedFrom(store)}
      />
      {store.archivedAt === null || isPast ? null : <ArchivedNotice at={store.archivedAt} />}
      {isPast ? (
        <PastNotice
          store={{ id, name: store.name }}
          sequence={place.sequence}
          last={place.last}
          at={place.at}
          now={href({ at: null })}
          canRestore={store.archivedAt === null}
        />
      ) : null}
      <Panes
        widths={keptIn(await cookies()).panes}
        names={await paneNames(isNamed)}
        isChosen={isNamed || search.unread !== null}
        isEmpty={store.memoryCount === 0 && !isPast}
        tree={
          <Tree
            storeId={id}
            selected={pathOf(memory, search)}
            at={at}
            listing={brought}
            filter={search.filter}
            isReadOnly={isReadOnly}
            isWalked={!memory?.compared && search.unread === null}
          />
        }
        middle={
          memory ? (
            <MemoryPane
              store={store}
              memory={memory}
              search={search}
              at={at}
              href={href}
              address={address}
              now={now}
            />
          ) : isNamed ? (
            <Nowhere
              storeId={id}
              path={search.path ?? later?.current.path ?? null}
              isLater={later !== null}
            />
          ) : search.unread !== null && !isPast ? (
            <Unread
              key={search.unread}
              storeId={id}
              days={search.unread}
              memories={await notReadFor(id, search.unread, now)}
              sequence={store.lastSequence}
              isReadOnly={isReadOnly}
              now={now}
            />
          ) : (
            <OverviewPane
              store={store}
              at={at}
              listing={brought}
              isEmpty={isPast ? holds.memories === 0 : store.memoryCount === 0}
              now={now}
            />
          )
        }
        history={
          memory ? (
            <Versions
              key={memory.memoryId}
              address={address}
              versions={memory.versions}
              count={memory.count}
              shownId={memory.compared ? null : (memory.shown?.id ?? null)}
              older={memory.hasMore ? href({ versions: `${search.versions * 4}` }) : null}
              now={now}
            />
          ) : isPast || isNamed || store.memoryCount === 0 ? undefined : (
            <FiguresPane storeId={id} moments={moments} now={now} />
          )
        }
      />
      {place.last === 0 ? null : (
        <TimeBar storeId={id} bars={bars} named={moments} {...place} address={here} />
      )}
    </PageWithTexts>
  )
}

/** What the store holds now, or held at the moment whose listing this is. */
function held({ memoryCount, byteSize }: Store, listing: Listing | null) {
  if (!listing) return { memories: memoryCount, bytes: byteSize }
  const bytes = listing.memories.reduce((sum, [, size]) => sum + size, 0)
  return { memories: listing.memories.length, bytes }
}

const pathOf = (memory: Awaited<ReturnType<typeof readMemory>>, { path }: StoreSearch) =>
  memory ? (memory.head === null ? null : (memory.current.path ?? null)) : path

async function paneNames(isNamed: boolean) {
  const t = await getTranslations('Overview.panes')
  return {
    tree: t('tree'),
    middle: t(isNamed ? 'middle' : 'overview'),
    history: t(isNamed ? 'history' : 'figures'),
  }
}

async function listed(storeId: string, at: number | undefined): Promise<Listing> {
  const [tree, toReview] = await Promise.all([
    treeOf(storeId, at),
    at === undefined ? memoriesToReview(storeId) : new Set<string>(),
  ])
  return listingOf(tree, toReview)
}

/**
 * Whether the page that asks shows this store at this moment already: its tree has the listing, and hears
 * of what becomes of it.
 */
async function isHeld(storeId: string, at: number | null): Promise<boolean> {
  const sent = await headers()
  if (sent.get('sec-fetch-dest') !== 'empty') return false
  const from = sent.get('referer')
  if (from === null || !URL.canParse(from)) return false
  const { pathname, searchParams } = new URL(from)
  const shown = searchParams.get('at')
  return pathname === `/stores/${storeId}` && shown === (at === null ? null : String(at))
}
