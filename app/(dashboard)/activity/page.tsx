import type { Metadata } from 'next'
import { Link } from '@/components/ui/link'
import { ActivityFilter } from '@/components/activity/activity-filter'
import { ChangeGroups } from '@/components/activity/change-groups'
import { HoldStill } from '@/components/activity/hold-still'
import { texts } from '@/components/i18n/server-texts'
import { StoresLive } from '@/components/live/stores-live'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { type ChangePage, listChanges, type ListChangesInput } from '@/lib/store/list-changes'
import { allStores } from '@/lib/store/list-stores'
import { actorNames } from '@/lib/store/name-actor'
import { activityAddress, activitySearch, type ActivitySearch, SPANS } from './activity-search'
import { ChangeDiff } from './change-diff'

export const dynamic = 'force-dynamic'

const PAGE = 100

/** New changes are counted up to this. */
const MOST_WAITING = 1000

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.activity') }
}

/** Changes in one store or in all; the address holds the filter. */
export default async function ActivityPage(props: PageProps<'/activity'>) {
  const t = await texts()
  const asked = activitySearch(await props.searchParams)
  const now = requestTime()
  const stores = await allStores(database(), { includeArchived: true })
  const chosen = stores.filter(({ id }) => id === asked.store)
  const storeIds = (chosen.length > 0 ? chosen : stores).map(({ id }) => id)
  const { changes, hasMore, waiting } = await changesOf(asked, storeIds, now)
  const names = await actorNames(database(), [
    ...changes.map((change) => change.createdBy.id),
    ...(asked.actor === undefined ? [] : [asked.actor]),
  ])
  const oldest = changes.at(-1)
  const actorName = asked.actor === undefined ? null : (names.get(asked.actor) ?? asked.actor)
  return (
    <div className="sheet space-y-6 px-5 py-4" data-page="index">
      <StoresLive renderedAt={now} />
      <StepKeys selector="[data-change]" next="j" previous="k" />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl font-semibold">{t('Nav.activity')}</h1>
        <HoldStill
          isHeld={asked.until !== undefined}
          waiting={waiting}
          isMore={waiting >= MOST_WAITING}
          holdAddress={activityAddress(asked, { until: now })}
          goOnAddress={activityAddress(asked, { until: null, open: null, after: null })}
        />
      </div>
      <ActivityFilter
        stores={stores.map(({ id, name }) => ({ id, name }))}
        chosen={{
          store: chosen[0]?.id ?? null,
          operation: asked.operation ?? null,
          session: asked.session ?? null,
          actor: asked.actor ?? null,
          path: asked.path ?? null,
          since: asked.since ?? null,
        }}
        actorName={actorName}
      />
      {changes.length === 0 ? <p className="text-ink-3">{t('Activity.none')}</p> : null}
      <ChangeGroups
        changes={changes}
        names={names}
        stores={new Map(stores.map(({ id, name }) => [id, name]))}
        now={now}
        opened={asked.open ?? null}
        addressOf={(change) =>
          activityAddress(
            asked,
            change.open === null ? change : { until: asked.until ?? now, ...change },
          )
        }
        diffOf={(change) => <ChangeDiff change={change} />}
      />
      {hasMore && oldest ? (
        <Link
          href={activityAddress(asked, {
            open: null,
            after: `${oldest.createdAt}.${oldest.sequence}.${oldest.storeId}`,
          })}
          className="text-accent hover:underline"
        >
          {t('Activity.older')}
        </Link>
      ) : null}
    </div>
  )
}

async function changesOf(
  asked: ActivitySearch,
  storeIds: readonly string[],
  now: number,
): Promise<ChangePage & { waiting: number }> {
  const filter: Omit<ListChangesInput, 'limit'> = {
    storeIds,
    operation: asked.operation,
    sessionId: asked.session,
    actorId: asked.actor,
    pathStart: asked.path,
    createdFrom: asked.since === undefined ? undefined : now - SPANS[asked.since],
  }
  const page = await listChanges(database(), {
    ...filter,
    createdTo: asked.until,
    after: asked.after,
    limit: PAGE,
  })
  if (asked.until === undefined) return { ...page, waiting: 0 }
  const newer = await listChanges(database(), {
    ...filter,
    createdFrom: asked.until + 1,
    limit: MOST_WAITING,
  })
  return { ...page, waiting: newer.changes.length }
}

function requestTime(): number {
  return Date.now()
}
