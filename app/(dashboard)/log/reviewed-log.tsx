import { History } from 'lucide-react'
import { FilterButton } from '@/components/frame/filter'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { filterChoices } from '@/components/review/inbox/filter-choices'
import {
  filterOf,
  inboxAddress,
  narrowedTo,
  parseInboxAddress,
} from '@/components/review/inbox/inbox-address'
import { chosenFilters, InboxFilter } from '@/components/review/inbox/inbox-filter'
import { InboxRows } from '@/components/review/inbox/inbox-rows'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { listChangesetsByTime } from '@/lib/review/changesets/list-changesets'
import type { Changeset } from '@/lib/review/model/changeset'
import { DAY_MS } from '@/lib/text/day-ms'

const PAGE = 50

/** Of what is reviewed nothing is left to be applied. */
const NONE: ReadonlySet<string> = new Set()

export interface ReviewedLogProps {
  /** the address, as the inbox reads it */
  search: Record<string, string | string[] | undefined>
  now: number
}

/** The log narrowed to what was reviewed: changesets of which nothing is open, the newest first. */
export async function ReviewedLog({ search, now }: ReviewedLogProps) {
  const t = await texts()
  const format = await formats()
  const place = { ...parseInboxAddress(search), state: 'done' as const }
  const { changesets, next } = await listChangesetsByTime(database(), {
    ...filterOf(place),
    state: 'done',
    after: place.after,
    limit: PAGE,
  })
  const titles = await changesetTitles(changesets)
  const choices = await filterChoices(narrowedTo(place))
  return (
    <Page kind="index">
      <LivePage of="stores" renderedAt={now} />
      <StepKeys selector="[data-inbox-row]" />
      <PageHead
        title={t('Nav.log')}
        actions={
          <FilterButton
            rowCount={0}
            chosen={[t('Review.state_done_tab'), ...(await chosenFilters({ place, ...choices }))]}
          />
        }
      />
      <InboxFilter
        place={place}
        rowCount={0}
        states={
          <SegmentedLinks
            label={t('Log.reviewedOrAll')}
            segments={[
              { href: '/log', label: t('Log.everything'), isCurrent: false },
              {
                href: inboxAddress({ state: 'done' }),
                label: t('Review.state_done_tab'),
                isCurrent: true,
              },
            ]}
          />
        }
        {...choices}
      />
      {changesets.length === 0 ? (
        <EmptyState
          Icon={History}
          title={t(search.after === undefined ? 'Log.noneReviewed' : 'Log.none')}
          action={
            <Link href="/log" className={buttonVariants()}>
              {t('Log.showAll')}
            </Link>
          }
        />
      ) : null}
      {byDay(changesets).map(({ day, changesets: ofDay }) => (
        <InboxRows
          key={day}
          label={format.dateTime(day * DAY_MS, { dateStyle: 'full' })}
          changesets={ofDay}
          {...titles}
          toApply={NONE}
          now={now}
          place={null}
          chosen={null}
        />
      ))}
      {next === null ? null : (
        <p className="px-4 py-3">
          <Link href={inboxAddress({ ...place, after: next })} className={buttonVariants()}>
            {t('Log.older')}
          </Link>
        </p>
      )}
      <KeyBar
        keys={[...(changesets.length > 0 ? (['steps', 'openRow'] as const) : []), 'filter']}
      />
    </Page>
  )
}

/** Changesets by the day on which they last changed; they are in that order. */
function byDay(changesets: readonly Changeset[]): { day: number; changesets: Changeset[] }[] {
  const days: { day: number; changesets: Changeset[] }[] = []
  for (const changeset of changesets) {
    const day = Math.floor(changeset.lastChangedAt / DAY_MS)
    if (days.at(-1)?.day !== day) days.push({ day, changesets: [] })
    days.at(-1)?.changesets.push(changeset)
  }
  return days
}
