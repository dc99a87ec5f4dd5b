import { texts } from '@/components/i18n/server-texts'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { inboxAddress } from '@/components/review/inbox/inbox-address'
import { InboxRows } from '@/components/review/inbox/inbox-rows'
import { readWaitingAgents } from '@/components/review/waiting/read-waiting-agents'
import { WaitingRows } from '@/components/review/waiting/waiting-rows'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { changesetsToApply } from '@/lib/review/decisions/changesets-to-apply'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { Nothing } from './part'

const SHOWN = 20

/** Reads a store's open changesets and the writes that agents wait with. */
export async function readToReview(storeId: string) {
  const state = 'open'
  const [{ changesets, next }, waiting] = await Promise.all([
    listChangesets(database(), { state, storeId, limit: SHOWN }),
    readWaitingAgents(storeId),
  ])
  const listed = changesets.filter(
    ({ id, changeCount }) => changeCount > 0 || !waiting?.changesets.has(id),
  )
  const toApply = await changesetsToApply(database(), listed, LOCAL_USER_ACTOR)
  return { waiting, listed, toApply, isMore: next !== null, ...(await changesetTitles(listed)) }
}

export type ToReviewProps = Awaited<ReturnType<typeof readToReview>> & {
  storeId: string
  now: number
}

/** The open changesets of a store, below the writes that agents wait with. */
export async function ToReview(props: ToReviewProps) {
  const { storeId, waiting, listed, isMore, now } = props
  const t = await texts()
  if (waiting === null && listed.length === 0) {
    return (
      <div className="pt-3">
        <Nothing title={t('Review.emptyTitle')} />
      </div>
    )
  }
  return (
    <>
      {waiting ? (
        <WaitingRows {...waiting} now={now} isPreviewed={false} chosen={null} storeId={storeId} />
      ) : null}
      <InboxRows
        label={t('Store.toReview')}
        changesets={listed}
        titles={props.titles}
        agents={props.agents}
        subjects={props.subjects}
        names={props.names}
        toApply={props.toApply}
        now={now}
        place={null}
        chosen={null}
        storeId={storeId}
      />
      {isMore ? (
        <p className="px-4 py-3">
          <Link href={inboxAddress({ state: 'open', store: storeId })} className={buttonVariants()}>
            {t('Findings.showAll')}
          </Link>
        </p>
      ) : null}
    </>
  )
}
