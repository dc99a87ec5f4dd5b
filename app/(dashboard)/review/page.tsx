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
import { InboxRows } from '@/components/review/inbox/inbox-rows'
import { readWaitingAgents } from '@/components/review/waiting/read-waiting-agents'
import { WaitingRows } from '@/components/review/waiting/waiting-rows'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { countOpenChangesets, listChangesets } from '@/lib/review/changesets/list-changesets'
import { LEVELS } from '@/lib/review/model/attention'
import type { Changeset } from '@/lib/review/model/changeset'
import { countWaiting } from '@/lib/store/proposals/proposals'

export const dynamic = 'force-dynamic'

const PAGE = 50

const OF_ROWS = ['nextRow', 'previousRow', 'openRow'] as const

const STATES = {
  open: 'Review.state_open',
  snoozed: 'Review.state_snoozed_tab',
  done: 'Review.state_done_tab',
} as const

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
  // What waits is shown whatever the list is narrowed to, but not again on its later pages.
  const agents = state === 'open' ? await readWaitingAgents() : null
  const waiting = after ? null : agents
  const listed = changesets.filter(
    ({ id, changeCount }) => changeCount > 0 || !agents?.changesets.has(id),
  )
  const { titles, agents: writers, subjects, names } = await changesetTitles(changesets)
  const count = await countOpenChangesets(database(), MAX_COUNTED)
  // The write that an agent waits with comes first, unless another was chosen.
  const held = place.open === undefined ? waiting?.proposals[0] : undefined
  const heldIn = held && waiting?.changesets.get(held.changesetId)
  const chosen = heldIn ?? changesets.find(({ id }) => id === place.open) ?? listed[0]
  const now = requestTime()
  const rows = {
    titles,
    agents: writers,
    subjects,
    names,
    now,
    place,
    chosen: heldIn ? null : (chosen?.id ?? null),
  }
  const states = <States place={place} />
  const choices = await filterChoices(narrowed)
  const needsLook = listed.filter(isUrgent)
  return (
    <Page kind="split">
      <LivePage of="stores" renderedAt={now} />
      <StepKeys selector="[data-inbox-row]" next="j" previous="k" />
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
      {changesets.length === 0 && !waiting ? (
        <NoChangesets state={state} isNarrowed={isNarrowed} />
      ) : (
        <div className="inbox-panes">
          <div className="inbox-list">
            {waiting ? (
              <WaitingRows {...waiting} now={now} chosen={heldIn ? (held?.id ?? null) : null} />
            ) : null}
            {changesets.length === 0 ? (
              <NoChangesets state={state} isNarrowed={isNarrowed} />
            ) : null}
            <InboxRows label={t('Review.needsLook')} changesets={needsLook} {...rows} />
            <InboxRows
              label={t('Review.rest')}
              changesets={listed.filter((each) => !isUrgent(each))}
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
          <section aria-label={t('Review.preview')} className="inbox-preview">
            {chosen ? (
              <ChangesetPreview
                changeset={chosen}
                title={(heldIn ? waiting?.titles : titles)?.get(chosen.id) ?? ''}
                subject={(heldIn ? waiting?.subjects : subjects)?.get(chosen.id) ?? null}
                names={(heldIn ? waiting?.names : names) ?? names}
              />
            ) : null}
          </section>
        </div>
      )}
      <KeyBar keys={[...(chosen ? OF_ROWS : []), 'filterInbox', 'goTo']} />
    </Page>
  )
}

const isUrgent = ({ level }: Changeset) => LEVELS.indexOf(level) >= LEVELS.indexOf('medium')

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
