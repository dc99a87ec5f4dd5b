import type { Metadata } from 'next'
import { Inbox, SearchX } from 'lucide-react'
import { FilterButton } from '@/components/frame/filter'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { ChangesetPreview } from '@/components/review/inbox/changeset-preview'
import {
  filterOf,
  type InboxAddress,
  inboxAddress,
  parseInboxAddress,
  narrowedTo,
} from '@/components/review/inbox/inbox-address'
import { chosenFilters, InboxFilter } from '@/components/review/inbox/inbox-filter'
import { filterChoices } from '@/components/review/inbox/filter-choices'
import { KeepRoutine } from '@/components/review/inbox/keep-routine'
import { InboxRows } from '@/components/review/inbox/inbox-rows'
import { readWaitingAgents } from '@/components/review/waiting/read-waiting-agents'
import { WaitingRows } from '@/components/review/waiting/waiting-rows'
import { FailingTests } from '@/components/memory-tests/failing-tests'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { FollowRows } from '@/components/ui/follow-rows'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { storesWithFailingTests } from '@/lib/memory-tests/read-tests'
import { changesetsToApply } from '@/lib/review/decisions/changesets-to-apply'
import { countOpenChangesets, listChangesets } from '@/lib/review/changesets/list-changesets'
import { needsLook } from '@/lib/review/model/attention'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { countWaiting } from '@/lib/store/proposals/proposals'

export const dynamic = 'force-dynamic'

const PAGE = 50

const OF_ROWS = ['openRow', 'steps', 'filter'] as const
const OF_ROUTINE = ['openRow', 'keepRoutine', 'steps', 'filter'] as const
const OF_HELD = ['allow', 'deny', 'edit', 'steps'] as const

const PREVIEW = 'inbox-preview'

const STATES = {
  open: 'Review.state_open',
  snoozed: 'Review.state_snoozed_tab',
  done: 'Review.state_done_tab',
} as const

/** Stores with failing tests that the list names. */
const MAX_FAILING = 10

/** Beyond it nobody needs the number. */
const MAX_COUNTED = 1000

export async function generateMetadata(): Promise<Metadata> {
  const t = await texts()
  const title = t('Review.title')
  const count = await countWaiting(database(), MAX_COUNTED)
  return { title: count === 0 ? title : `(${count}) ${title}` }
}

/**
 * The inbox: changesets that nobody has decided yet, the most urgent first; the chosen one beside
 * them.
 */
export default async function InboxPage(props: PageProps<'/review'>) {
  const t = await texts()
  const place = parseInboxAddress(await props.searchParams)
  const { state, after } = place
  const { changesets, next } = await listChangesets(database(), {
    ...filterOf(place),
    after,
    limit: PAGE,
  })
  const narrowed = narrowedTo(place)
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined)
  const failing =
    state === 'open' && !after && !isNarrowed
      ? await storesWithFailingTests(database(), MAX_FAILING)
      : []
  // What waits is shown whatever the list is narrowed to, but not again on its later pages.
  const agents = state === 'open' ? await readWaitingAgents() : null
  const waiting = after ? null : agents
  const listed = changesets.filter(
    ({ id, changeCount }) => changeCount > 0 || !agents?.changesets.has(id),
  )
  const { titles, agents: writers, subjects, names } = await changesetTitles(changesets)
  const count = await countOpenChangesets(database(), MAX_COUNTED)
  const toApply = await changesetsToApply(database(), changesets, LOCAL_USER_ACTOR)
  // The write that an agent waits with comes first, unless another was chosen, or is not there any more.
  const isChosen = changesets.some(({ id }) => id === place.open)
  const held =
    waiting?.proposals.find(({ id }) => id === place.open) ??
    (isChosen ? undefined : waiting?.proposals[0])
  const heldIn = held && waiting?.changesets.get(held.changesetId)
  const chosen = heldIn ?? changesets.find(({ id }) => id === place.open) ?? listed[0]
  const now = requestTime()
  const rows = {
    titles,
    agents: writers,
    subjects,
    names,
    toApply,
    now,
    place,
    chosen: heldIn ? null : (chosen?.id ?? null),
  }
  const states = <States place={place} />
  const choices = await filterChoices(narrowed)
  const toLookAt = listed.filter(({ level }) => needsLook(level))
  const routine = listed.filter(({ level }) => !needsLook(level))
  const canKeep =
    state === 'open'
      ? routine.filter(({ isExamined, openHunks }) => isExamined && openHunks > 0)
      : []
  return (
    <Page kind="split">
      <LivePage of="stores" renderedAt={now} />
      <StepKeys selector="[data-inbox-row]" />
      <PageHead
        title={t('Review.title')}
        meta={t('Review.waitingCount', { count })}
        guide="review"
        actions={
          <FilterButton
            rowCount={changesets.length}
            chosen={[
              ...(state === 'open' ? [] : [t(STATES[state])]),
              ...(await chosenFilters({ place, ...choices })),
            ]}
          />
        }
      />
      <InboxFilter place={place} states={states} rowCount={changesets.length} {...choices} />
      {changesets.length === 0 && !waiting && failing.length === 0 ? (
        <NoChangesets state={state} isNarrowed={isNarrowed} />
      ) : (
        <div className="inbox-panes">
          <div className="inbox-list">
            <FailingTests stores={failing} />
            {waiting ? (
              <WaitingRows
                {...waiting}
                now={now}
                isPreviewed
                chosen={heldIn ? (held?.id ?? null) : null}
              />
            ) : null}
            {changesets.length === 0 ? (
              <NoChangesets state={state} isNarrowed={isNarrowed} />
            ) : null}
            <InboxRows label={t('Review.needsLook')} changesets={toLookAt} {...rows} />
            <InboxRows
              label={t('Review.rest')}
              acts={
                canKeep.length === 0 ? null : (
                  <KeepRoutine
                    changesets={canKeep.map(({ id, revision }) => ({ changesetId: id, revision }))}
                  />
                )
              }
              changesets={routine}
              {...rows}
            />
            {next === null ? null : (
              <p className="px-4 py-3">
                <Link href={inboxAddress({ ...place, after: next })} className={buttonVariants()}>
                  {t('Review.older')}
                </Link>
              </p>
            )}
          </div>
          <section
            id={PREVIEW}
            aria-label={t('Review.preview')}
            data-held={heldIn ? '' : undefined}
            className="inbox-preview"
          >
            <FollowRows previewId={PREVIEW} param="open" by="focus" />
            {chosen ? (
              <ChangesetPreview
                changeset={chosen}
                held={heldIn && held ? held : null}
                title={(heldIn ? waiting?.titles : titles)?.get(chosen.id) ?? ''}
                agent={(heldIn ? waiting?.agents : writers)?.get(chosen.id) ?? ''}
                subject={(heldIn ? waiting?.subjects : subjects)?.get(chosen.id) ?? null}
                names={(heldIn ? waiting?.names : names) ?? names}
              />
            ) : null}
          </section>
        </div>
      )}
      <KeyBar
        keys={heldIn ? OF_HELD : canKeep.length > 0 ? OF_ROUTINE : chosen ? OF_ROWS : ['filter']}
      />
    </Page>
  )
}

/** Says why the list is empty, and links to what helps. */
async function NoChangesets({
  state,
  isNarrowed,
}: {
  state: InboxAddress['state']
  isNarrowed: boolean
}) {
  const t = await texts()
  if (isNarrowed) {
    return (
      <EmptyState
        Icon={SearchX}
        title={t('Review.noneMatch')}
        action={
          <Link href={inboxAddress({ state })} className={buttonVariants()}>
            {t('Filter.clear')}
          </Link>
        }
      />
    )
  }
  if (state !== 'open') return <EmptyState Icon={Inbox} title={t('Review.emptyOther')} />
  return (
    <EmptyState
      Icon={Inbox}
      title={t('Review.emptyTitle')}
      action={
        <Link href="/log" className={buttonVariants()}>
          {t('Review.openLog')}
        </Link>
      }
    >
      {t('Review.emptyText')}
    </EmptyState>
  )
}

async function States({ place }: { place: InboxAddress }) {
  const t = await texts()
  return (
    <SegmentedLinks
      label={t('Review.stateLabel')}
      segments={(['open', 'snoozed', 'done'] as const).map((state) => ({
        href: inboxAddress({ ...narrowedTo(place), state }),
        label: t(STATES[state]),
        isCurrent: state === place.state,
      }))}
    />
  )
}

function requestTime(): number {
  return Date.now()
}
