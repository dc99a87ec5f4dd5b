import type { Metadata } from 'next'
import { Inbox } from 'lucide-react'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { StoresLive } from '@/components/live/stores-live'
import { changesetTitles } from '@/components/review/changeset-title'
import { ChangesetPreview } from '@/components/review/changeset-preview'
import { type InboxAddress, inboxAddress, inboxPlace } from '@/components/review/inbox-address'
import { InboxRows } from '@/components/review/inbox-rows'
import { buttonLook } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { countOpenChangesets, listChangesets } from '@/lib/review/list-changesets'
import { LEVELS } from '@/lib/review/model/attention'
import type { Changeset } from '@/lib/review/model/changeset'

export const dynamic = 'force-dynamic'

const PAGE = 50

/** Beyond it nobody needs the number. */
const MOST_COUNTED = 1000

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Review.title') }
}

/** What agents changed and nobody decided yet, the most urgent first; the chosen one beside it. */
export default async function InboxPage(props: PageProps<'/review'>) {
  const t = await texts()
  const place = inboxPlace(await props.searchParams)
  const { state, storeId, after } = place
  const { changesets, next } = await listChangesets(database(), {
    state,
    storeId,
    after,
    limit: PAGE,
  })
  const { titles, names } = await changesetTitles(changesets)
  const count = await countOpenChangesets(database(), MOST_COUNTED)
  const chosen = changesets.find(({ id }) => id === place.open) ?? changesets[0]
  const now = requestTime()
  const rows = { titles, names, now, place, chosen: chosen?.id ?? null }
  const needsLook = changesets.filter(isUrgent)
  return (
    <Page kind="working">
      <StoresLive renderedAt={now} />
      <StepKeys selector="[data-inbox-row]" next="j" previous="k" />
      <PageHead
        title={t('Review.title')}
        meta={t('Review.waitingCount', { count })}
        guide="review"
        actions={<States place={place} />}
      />
      {changesets.length === 0 ? (
        <EmptyState
          Icon={Inbox}
          title={state === 'open' ? t('Review.emptyTitle') : t('Review.emptyOther')}
        >
          {state === 'open' ? t('Review.emptyText') : null}
        </EmptyState>
      ) : (
        <div className="inbox-panes">
          <div className="inbox-list">
            <InboxRows label={t('Review.needsLook')} changesets={needsLook} {...rows} />
            <InboxRows
              label={t('Review.rest')}
              changesets={changesets.filter((each) => !isUrgent(each))}
              {...rows}
            />
            {next === null ? null : (
              <p className="px-4 py-3">
                <Link href={inboxAddress({ ...place, after: next })} className={buttonLook()}>
                  {t('Review.older')}
                </Link>
              </p>
            )}
          </div>
          <section aria-label={t('Review.preview')} className="inbox-preview">
            {chosen ? (
              <ChangesetPreview
                changeset={chosen}
                title={titles.get(chosen.id) ?? ''}
                names={names}
              />
            ) : null}
          </section>
        </div>
      )}
      <KeyBar keys={['nextRow', 'previousRow', 'openRow', 'goTo']} />
    </Page>
  )
}

const isUrgent = ({ level }: Changeset) => LEVELS.indexOf(level) >= LEVELS.indexOf('medium')

async function States({ place }: { place: InboxAddress }) {
  const t = await texts()
  const labels = {
    open: t('Review.state_open'),
    snoozed: t('Review.state_snoozed_tab'),
    done: t('Review.state_done_tab'),
  }
  return (
    <SegmentedLinks
      label={t('Review.stateLabel')}
      segments={(['open', 'snoozed', 'done'] as const).map((state) => ({
        href: inboxAddress({ state, storeId: place.storeId }),
        label: labels[state],
        isCurrent: state === place.state,
      }))}
    />
  )
}

function requestTime(): number {
  return Date.now()
}
