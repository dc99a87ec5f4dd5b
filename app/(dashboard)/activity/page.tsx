import { History } from 'lucide-react'
import type { Metadata } from 'next'
import { ActivityFacets } from '@/components/activity/activity-facets'
import { ActivityFilter } from '@/components/activity/activity-filter'
import { ChangeGroups } from '@/components/activity/change-groups'
import { ChangePlot } from '@/components/activity/change-plot'
import { HoldStill } from '@/components/activity/hold-still'
import { actorTitle } from '@/components/history/actor-words'
import { PolicyStops } from '@/components/activity/policy-stops'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { offeredStores } from '@/components/stores/offered-stores'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { StepKeys } from '@/components/ui/step-keys'
import { sessionTitles } from '@/lib/agent/session-titles'
import { database } from '@/lib/db/open-database'
import { storeStops } from '@/lib/review/policy/store-stops'
import { busiestMemories, changeFacets } from '@/lib/store/changes/change-facets'
import { changeTimes } from '@/lib/store/changes/change-times'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { actorNames } from '@/lib/store/stores/name-actor'
import { tellChanges } from '@/lib/store/events/tell-changes'
import { activityAddress, activitySearch, filterAddress } from './activity-search'
import { listedChanges, filterOf, MAX_WAITING } from './listed-changes'
import { ChangeDiff } from './change-diff'
import { groupSizes } from './group-sizes'
import { withToldLinesMasked } from './told-lines'

export const dynamic = 'force-dynamic'

const OF_ROWS = ['nextRow', 'previousRow', 'openRow'] as const

/** Bars of the plot; each is wide enough to be pointed at. */
const BARS = 30

/** Limit on the memories that are named as changed most. */
const MAX_BUSY = 6

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.activity') }
}

/** The log of changes in one store or in all; the address holds the filter. */
export default async function ActivityPage(props: PageProps<'/activity'>) {
  const t = await texts()
  const asked = activitySearch(await props.searchParams)
  const now = requestTime()
  const db = database()
  const [offered, storeNames] = await Promise.all([
    offeredStores({ withArchived: true }),
    namesOfStores(db, asked.store === undefined ? [] : [asked.store]),
  ])
  const [chosen] = [...storeNames].map(([id, name]) => ({ id, name }))
  const storeId = chosen?.id
  const filter = filterOf(asked, storeId, now)
  const [page, facets, busiest, times] = await Promise.all([
    listedChanges(db, asked, filter, now),
    changeFacets(db, filter),
    busiestMemories(db, { ...filter, limit: MAX_BUSY }),
    changeTimes(db, { storeId, from: filter.createdFrom, to: filter.createdTo, buckets: BARS }),
  ])
  const { changes, hasMore, waiting, heldAt } = page
  const [sizes, told, titles, names, stores] = await Promise.all([
    groupSizes(db, page, { ...filter, after: asked.after, createdTo: page.createdTo }),
    tellChanges(db, { changes }).then(withToldLinesMasked),
    sessionTitles(
      db,
      changes.flatMap(({ sessionId }) => sessionId ?? []),
    ),
    actorNames(db, [
      ...changes.map(({ createdBy }) => createdBy.id),
      ...facets.actors.map(({ actor }) => actor.id),
      ...(asked.actor === undefined ? [] : [asked.actor]),
    ]),
    namesOfStores(db, [...changes.map((change) => change.storeId), ...facets.stores.keys()]),
  ])
  // They are of the store as a whole, and no change of which the filter could tell.
  const isStoreAlone = filterAddress(asked, {}) === `/activity?store=${storeId}`
  const stops = storeId !== undefined && isStoreAlone ? await storeStops(db, storeId) : []
  const oldest = changes.at(-1)
  const isFiltered = filterAddress(asked, {}) !== '/activity'
  const isEmpty = changes.length === 0 && !isFiltered
  return (
    <Page kind="index">
      <LivePage of="stores" renderedAt={now} />
      <StepKeys
        selector="[data-change]:not(details:not([open]) [data-change])"
        next="j"
        previous="k"
      />
      <PageHead
        title={t('Nav.activity')}
        actions={
          <HoldStill
            key={filterAddress(asked, {})}
            isHeld={asked.until !== undefined}
            newest={changes.map(({ id }) => id)}
            waiting={waiting}
            isMore={waiting >= MAX_WAITING}
            holdAddress={activityAddress(asked, { until: heldAt })}
            goOnAddress={filterAddress(asked, {})}
          />
        }
      />
      <div className="group/log flex min-w-0 flex-1 flex-col">
        <ActivityFilter
          asked={asked}
          addressOf={(change) => filterAddress(asked, change)}
          chosen={chosen ?? null}
          offered={offered}
          actorName={asked.actor === undefined ? null : actorTitle(t, { id: asked.actor }, names)}
          sessionTitle={titles.get(asked.session ?? '') ?? null}
        />
        <ChangePlot
          buckets={times}
          now={now}
          addressOf={({ from, to }) => filterAddress(asked, { from, to, since: null })}
        />
        <div className="grid min-w-0 flex-1 xl:grid-cols-[minmax(0,1fr)_17rem]">
          {isEmpty ? null : (
            <ActivityFacets
              facets={facets}
              busiest={busiest}
              chosen={{
                store: chosen?.id ?? null,
                operation: asked.operation ?? null,
                actor: asked.actor ?? null,
              }}
              names={names}
              stores={new Map([...storeNames, ...stores])}
              addressOf={(change) => filterAddress(asked, change)}
            />
          )}
          <div className="min-w-0 px-5 py-4 max-md:px-4 xl:col-start-1 xl:row-start-1">
            {stops.length === 0 || storeId === undefined ? null : (
              <PolicyStops storeId={storeId} stops={stops} now={now} />
            )}
            {changes.length === 0 ? <NoChanges isFiltered={isFiltered} /> : null}
            <ChangeGroups
              changes={changes}
              sizes={sizes}
              told={told}
              names={names}
              titles={titles}
              stores={stores}
              now={now}
              opened={asked.open ?? null}
              addressOf={(change) =>
                'open' in change && change.open !== null
                  ? activityAddress(asked, { until: heldAt, ...change })
                  : 'open' in change
                    ? activityAddress(asked, change)
                    : filterAddress(asked, change)
              }
              diffOf={(change) => <ChangeDiff change={change} />}
            />
            {hasMore && oldest ? (
              <Link
                href={activityAddress(asked, {
                  open: null,
                  after: `${oldest.createdAt}.${oldest.sequence}.${oldest.storeId}`,
                })}
                className={buttonVariants()}
              >
                {t('Activity.older')}
              </Link>
            ) : null}
          </div>
        </div>
      </div>
      <KeyBar keys={[...(changes.length > 0 ? OF_ROWS : []), 'pause']} />
    </Page>
  )
}

async function NoChanges({ isFiltered }: { isFiltered: boolean }) {
  const t = await texts()
  return (
    <EmptyState
      Icon={History}
      title={t(isFiltered ? 'Activity.none' : 'Activity.empty')}
      action={
        isFiltered ? (
          <Link href="/activity" className={buttonVariants()}>
            {t('Activity.clear')}
          </Link>
        ) : null
      }
    >
      {isFiltered ? null : t('Activity.emptyHint')}
    </EmptyState>
  )
}

function requestTime(): number {
  return Date.now()
}
