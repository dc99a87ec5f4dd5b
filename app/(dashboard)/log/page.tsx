import { History } from 'lucide-react'
import type { Metadata } from 'next'
import { digestAddress } from '@/components/digest/digest-address'
import { PostNotice } from '@/components/digest/post-notice'
import { FilterButton } from '@/components/frame/filter'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { actorTitle } from '@/components/history/actor-words'
import { formats, texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { ChangeGroups } from '@/components/log/change-groups'
import { ChangePlot } from '@/components/log/change-plot'
import { HoldStill } from '@/components/log/hold-still'
import { LogFacets } from '@/components/log/log-facets'
import { chosenParts, LogFilter } from '@/components/log/log-filter'
import { LogLine } from '@/components/log/log-line'
import { LogMenu } from '@/components/log/log-menu'
import { PolicyStops } from '@/components/log/policy-stops'
import { offeredStores } from '@/components/stores/offered-stores'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { StepKeys } from '@/components/ui/step-keys'
import { observedTitle, sessionTitle } from '@/components/session/session-title'
import { sessionAgents } from '@/lib/agent/session-titles'
import { observedNames } from '@/lib/connect/observed-names'
import { database } from '@/lib/db/open-database'
import { summarisePeriod } from '@/lib/review/digest/summarise-period'
import { storeStops } from '@/lib/review/policy/store-stops'
import { busiestMemories, changeFacets } from '@/lib/store/changes/change-facets'
import { changeTimes } from '@/lib/store/changes/change-times'
import { tellChanges } from '@/lib/store/events/tell-changes'
import { actorNames } from '@/lib/store/stores/name-actor'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { DAY_MS } from '@/lib/text/day-ms'
import { plainName } from '@/lib/text/plain-text'
import { ChangeDiff } from './change-diff'
import { groupSizes } from './group-sizes'
import { filterOf, listedChanges, MAX_WAITING } from './listed-changes'
import {
  filterAddress,
  isNarrowed,
  type LogAddress,
  logAddress,
  parseLogAddress,
  type Period,
  periodOf,
} from './log-address'
import { ReviewedLog } from './reviewed-log'
import { withToldLinesMasked } from './told-lines'

export const dynamic = 'force-dynamic'

const OF_ROWS = ['steps', 'openRow'] as const

/** Bars of the plot; each is wide enough to be pointed at. */
const BARS = 30

/** Limit on the memories that are named as changed most. */
const MAX_BUSY = 6

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.log') }
}

/**
 * What happened, in one store or in all: in a sentence, then each change. Of what was reviewed the
 * changesets. The address holds what it is narrowed to.
 */
export default async function LogPage(props: PageProps<'/log'>) {
  const search = await props.searchParams
  return search.state === 'done' ? (
    <ReviewedLog search={search} now={requestTime()} />
  ) : (
    <Log asked={parseLogAddress(search)} now={requestTime()} />
  )
}

async function Log({ asked, now }: { asked: LogAddress; now: number }) {
  const t = await texts()
  const db = database()
  const [offered, storeNames] = await Promise.all([
    offeredStores({ withArchived: true }),
    namesOfStores(db, asked.store === undefined ? [] : [asked.store]),
  ])
  const [chosen] = [...storeNames].map(([id, name]) => ({ id, name }))
  const storeId = chosen?.id
  const period = periodOf(asked, now)
  const isPart = isNarrowed(asked)
  const filter = filterOf(asked, { storeId, now })
  const [page, summary, facets, busiest, times] = await Promise.all([
    listedChanges(db, asked, filter, now),
    period && !isPart ? summarisePeriod(db, period) : null,
    changeFacets(db, filter),
    busiestMemories(db, { ...filter, limit: MAX_BUSY }),
    period
      ? []
      : changeTimes(db, { storeId, from: filter.createdFrom, to: filter.createdTo, buckets: BARS }),
  ])
  const { changes, hasMore, waiting, heldAt } = page
  const sessionIds = [
    ...changes.flatMap(({ sessionId }) => sessionId ?? []),
    ...(asked.session === undefined ? [] : [asked.session]),
  ]
  const [sizes, told, agents, observed, names, stores] = await Promise.all([
    groupSizes(db, page, { ...filter, after: asked.after, createdTo: page.createdTo }),
    tellChanges(db, { changes }).then(withToldLinesMasked),
    sessionAgents(db, sessionIds),
    observedNames(db, sessionIds),
    actorNames(db, [
      ...changes.map(({ createdBy }) => createdBy.id),
      ...facets.actors.map(({ actor }) => actor.id),
      ...(asked.actor === undefined ? [] : [asked.actor]),
    ]),
    namesOfStores(db, [...changes.map((change) => change.storeId), ...facets.stores.keys()]),
  ])
  const format = await formats()
  const titles = new Map([
    ...[...agents].map(([id, { title }]) => [id, sessionTitle(t, format, { id, title })] as const),
    ...[...observed].map(([id, seen]) => [id, observedTitle(t, format, seen)] as const),
  ])
  // They are of the store as a whole, and no change of which the filter could tell.
  const isStoreAlone = filterAddress(asked, { period: null }) === `/log?store=${storeId}`
  const stops = storeId !== undefined && isStoreAlone ? await storeStops(db, storeId) : []
  const oldest = changes.at(-1)
  const named = {
    asked: { ...asked, period: period?.period ?? 'all' },
    chosen: chosen ?? null,
    actorName: asked.actor === undefined ? null : actorTitle(t, { id: asked.actor }, names),
    sessionTitle: titles.get(asked.session ?? '') ?? null,
  }
  const parts = await chosenParts(named)
  const figures =
    period && digestAddress(period.period, isRunning(period, now) ? null : period.from)
  const holdHref = asked.until === undefined ? logAddress(asked, { until: heldAt }) : null
  return (
    <Page kind="index">
      <LivePage of="stores" renderedAt={now} />
      <StepKeys selector="[data-change]:not(details:not([open]) [data-change])" />
      <PageHead
        title={t('Nav.log')}
        meta={period && !isRunning(period, now) ? await shownPeriod(period) : null}
        views={<Periods asked={asked} period={period} now={now} />}
        actions={
          <>
            <HoldStill
              key={filterAddress(asked, {})}
              isHeld={asked.until !== undefined}
              newest={changes.map(({ id }) => id)}
              waiting={waiting}
              isMore={waiting >= MAX_WAITING}
              goOnAddress={filterAddress(asked, {})}
            />
            <FilterButton rowCount={0} chosen={parts.map(({ words }) => plainName(words))} />
            <LogMenu
              holdHref={holdHref}
              period={
                period && figures !== null
                  ? {
                      name: period.period,
                      before: filterAddress(asked, {
                        period: period.period,
                        at: dayOf(period.from - 1),
                      }),
                      after: isRunning(period, now)
                        ? null
                        : filterAddress(asked, {
                            period: period.period,
                            at: period.to > now - DAY_MS ? null : dayOf(period.to),
                          }),
                      figures,
                      json: `/v1/review_digest?${new URLSearchParams({ period: period.period, at: new Date(period.from).toISOString() })}`,
                    }
                  : null
              }
            />
          </>
        }
      />
      <LogFilter
        {...named}
        addressOf={(change) => filterAddress(asked, change)}
        offered={offered}
        isOfAllTime={period === null}
        facets={
          <LogFacets
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
        }
      />
      <PostNotice />
      {summary && period && figures !== null ? (
        <LogLine summary={summary} when={await whenOf(period, now)} figuresHref={figures} />
      ) : null}
      <ChangePlot
        buckets={times}
        now={now}
        addressOf={({ from, to }) => filterAddress(asked, { from, to, since: null })}
      />
      <div className="min-w-0 flex-1 px-6 py-4 max-md:px-4">
        {stops.length === 0 || storeId === undefined ? null : (
          <PolicyStops storeId={storeId} stops={stops} now={now} />
        )}
        {changes.length === 0 ? (
          <NoChanges isFiltered={isPart} isOfAllTime={period === null} />
        ) : null}
        <ChangeGroups
          changes={changes}
          sizes={sizes}
          told={told}
          names={names}
          agents={agents}
          titles={titles}
          stores={stores}
          chosenStore={storeId ?? null}
          now={now}
          opened={asked.open ?? null}
          addressOf={(change) =>
            'open' in change && change.open !== null
              ? logAddress(asked, { until: heldAt, ...change })
              : 'open' in change
                ? logAddress(asked, change)
                : filterAddress(asked, change)
          }
          diffOf={(change) => <ChangeDiff change={change} />}
        />
        {hasMore && oldest ? (
          <Link
            href={logAddress(asked, {
              open: null,
              after: `${oldest.createdAt}.${oldest.sequence}.${oldest.storeId}`,
            })}
            className={`mt-4 ${buttonVariants()}`}
          >
            {t('Log.older')}
          </Link>
        ) : null}
      </div>
      <KeyBar keys={[...(changes.length > 0 ? OF_ROWS : []), 'filter']} />
    </Page>
  )
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const isRunning = ({ to }: Period, now: number) => to > now

/** The running day, the running week, or everything. */
async function Periods({
  asked,
  period,
  now,
}: {
  asked: LogAddress
  period: Period | null
  now: number
}) {
  const t = await texts()
  const isNow = period !== null && isRunning(period, now)
  return (
    <SegmentedLinks
      label={t('Log.period')}
      segments={[
        ...(['day', 'week'] as const).map((name) => ({
          href: filterAddress(asked, { period: name, at: null, since: null, from: null, to: null }),
          label: t(`Log.period_${name}`),
          isCurrent: isNow && period.period === name,
        })),
        {
          href: filterAddress(asked, { period: 'all', at: null }),
          label: t('Log.period_all'),
          isCurrent: period === null,
        },
      ]}
    />
  )
}

async function shownPeriod({ period, from, to }: Period): Promise<string> {
  const format = await formats()
  return period === 'day'
    ? format.dateTime(from, { dateStyle: 'long' })
    : format.dateTimeRange(from, to - 1, { dateStyle: 'medium' })
}

/** A period as a sentence says it. */
async function whenOf(period: Period, now: number): Promise<string> {
  const t = await texts()
  if (isRunning(period, now)) return t(`Log.when_${period.period}`)
  return t(`Log.whenPast_${period.period}`, { when: await shownPeriod(period) })
}

async function NoChanges({
  isFiltered,
  isOfAllTime,
}: {
  isFiltered: boolean
  isOfAllTime: boolean
}) {
  const t = await texts()
  if (isFiltered || !isOfAllTime) {
    return (
      <EmptyState
        Icon={History}
        title={t(isFiltered ? 'Log.none' : 'Log.noneThen')}
        action={
          <Link href="/log?period=all" className={buttonVariants()}>
            {t(isFiltered ? 'Log.clear' : 'Log.showAll')}
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState Icon={History} title={t('Log.empty')}>
      {t('Log.emptyHint')}
    </EmptyState>
  )
}

function requestTime(): number {
  return Date.now()
}
