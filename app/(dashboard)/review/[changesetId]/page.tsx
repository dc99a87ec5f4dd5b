import { Check } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { Commenting } from '@/components/comments/commenting'
import { VisibleLabel } from '@/components/content/visible-label'
import { diffLabels } from '@/components/diff/diff-labels'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { ReviewBoard } from '@/components/review/board/board'
import { BoardKeys } from '@/components/review/board/board-keys'
import { DecisionList } from '@/components/review/board/decision-list'
import { KeysNow } from '@/components/review/board/keys-now'
import { neighboursOf } from '@/components/review/board/neighbours'
import { ThumbActs } from '@/components/review/board/thumb-acts'
import { ApplyButton, ApplyNotices, WhatGoesBack } from '@/components/review/changeset/apply-button'
import { AttentionClock } from '@/components/review/changeset/attention-clock'
import { ChangesetActs } from '@/components/review/changeset/changeset-acts'
import { ChangesetLive } from '@/components/review/changeset/changeset-live'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { boardHunk, hunkGroups } from '@/components/review/changeset/hunk-groups'
import { listedDecisions } from '@/components/review/changeset/listed-decisions'
import { NothingStands } from '@/components/review/changeset/nothing-stands'
import { Progress } from '@/components/review/changeset/progress'
import { UntilApplied } from '@/components/review/changeset/until-applied'
import { type ChangesetView, readChangeset } from '@/components/review/changeset/read-changeset'
import { HunkStream } from '@/components/review/hunks/hunk-stream'
import {
  readWaiting,
  waitingHunk,
  type WaitingWrites,
} from '@/components/review/waiting/read-waiting'
import { WaitingHunk } from '@/components/review/waiting/waiting-hunk'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { hasOtherReviewers } from '@/lib/auth/other-reviewers'
import { database } from '@/lib/db/open-database'
import { isGone } from '@/lib/review/changesets/update-changeset'
import { commentsState, countOpenComments } from '@/lib/review/comments/changeset-comments'
import { findingsState } from '@/lib/review/findings/read-findings'
import type { Changeset } from '@/lib/review/model/changeset'
import { ReviewError } from '@/lib/review/model/review-problems'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { plainName } from '@/lib/text/plain-text'

export const dynamic = 'force-dynamic'

/** Decisions whose lines a page carries; the next ones come when asked for. */
const PER_PAGE = 60

/** The keys while something is to be decided: with one alone there is no next. */
const ONE = ['keep', 'revert', 'redact'] as const
const SEVERAL = [...ONE, 'nextOpen'] as const
/** The same while only writes wait. */
const ONE_WRITE = ['allow', 'deny', 'edit'] as const
const SEVERAL_WRITES = [...ONE_WRITE, 'nextOpen'] as const

/** Read once a request: the page's title needs it too. */
const viewOf = cache(async (changesetId: string): Promise<ChangesetView> => {
  try {
    return await readChangeset(changesetId)
  } catch (error) {
    if (error instanceof ReviewError) notFound()
    throw error
  }
})

export async function generateMetadata(
  props: PageProps<'/review/[changesetId]'>,
): Promise<Metadata> {
  const t = await texts()
  const { changeset } = await viewOf((await props.params).changesetId)
  const title = (await changesetTitles([changeset])).titles.get(changeset.id) ?? ''
  return { title: `${plainName(title)} · ${t('Review.title')}` }
}

/** A changeset: what is to be decided, the gravest first, and what was. */
export default async function ChangesetPage(props: PageProps<'/review/[changesetId]'>) {
  const t = await texts()
  const view = await viewOf((await props.params).changesetId)
  const { from, apart, edit } = await props.searchParams
  const { changeset, memories } = view
  const db = database()
  const [openComments, { titles }, ways, waiting, isAllGone, comments, findings, isMine] =
    await Promise.all([
      countOpenComments(
        db,
        memories.map(({ memoryKey }) => memoryKey),
      ),
      changesetTitles([changeset]),
      neighboursOf(changeset),
      readWaiting(changeset.id),
      isGone(db, changeset),
      commentsState(db, changeset.id),
      findingsState(db, changeset.id),
      isAssignedHere(changeset),
    ])
  const grouped = await hunkGroups(view, {
    apart: typeof apart === 'string' ? apart : null,
    commented: new Set(openComments.keys()),
  })
  const { groups } = grouped
  const first = Math.max(0, Math.floor((Number(from) || 0) / PER_PAGE) * PER_PAGE)
  const decisions = listedDecisions(t, groups, {
    changesetId: changeset.id,
    openComments,
    perPage: PER_PAGE,
  })
  const isOne = waiting.shown.length + groups.length < 2
  const isDone = changeset.openHunks === 0 && waiting.shown.length === 0 && changeset.isExamined
  return (
    <Page kind="working">
      <AttentionClock changesetId={changeset.id} />
      <ReviewBoard
        changesetId={changeset.id}
        hunks={[...waiting.shown.map(waitingHunk), ...groups.map(boardHunk)]}
        revision={changeset.revision}
        editing={typeof edit === 'string' ? edit : undefined}
        head={
          <>
            <PageHead
              crumbs={[{ href: '/review', label: t('Review.title') }]}
              title={<VisibleLabel text={titles.get(changeset.id) ?? ''} />}
              meta={
                <>
                  <Link
                    href={`/stores/${changeset.storeId}`}
                    className="max-w-64 truncate hover:text-ink max-md:hidden"
                  >
                    <VisibleLabel text={changeset.storeName} />
                  </Link>
                  <span className="max-xl:hidden">
                    <LocalTime time={changeset.lastChangedAt} />
                  </span>
                  <span className="w-full min-w-0 md:hidden">
                    <Progress />
                  </span>
                </>
              }
              actions={
                <>
                  <span className="contents max-md:hidden">
                    <Progress />
                  </span>
                  <Standing changeset={changeset} isDone={isDone} next={ways.next} />
                  <ChangesetActs
                    changeset={changeset}
                    writes={t('Writes.oneByOne', { count: changeset.changeCount })}
                    isMine={isMine}
                    ways={ways}
                  />
                </>
              }
            />
            <ApplyNotices />
            <ChangesetLive
              changesetId={changeset.id}
              lastSequence={changeset.lastSequence}
              isExamined={changeset.isExamined}
              comments={comments}
              findings={findings}
            />
          </>
        }
      >
        <UntilApplied changesetId={changeset.id} storeId={changeset.storeId}>
          <BoardKeys storeId={changeset.storeId} changesetId={changeset.id} />
          <Commenting changesetId={changeset.id}>
            <div className="review-panes">
              <DecisionList decisions={decisions} />
              <div className="review-stream" tabIndex={-1}>
                <Waiting waiting={waiting} />
                {isAllGone ? <NothingStands changesetId={changeset.id} /> : null}
                <WhatGoesBack />
                {groups.length === 0 && waiting.shown.length > 0 ? null : (
                  <HunkStream view={view} grouped={grouped} from={first} most={PER_PAGE} />
                )}
                {first + PER_PAGE < groups.length ? (
                  <p className="p-4">
                    <Link
                      href={`/review/${changeset.id}?from=${first + PER_PAGE}`}
                      className={buttonVariants()}
                    >
                      {t('Review.moreDecisions', { count: groups.length - first - PER_PAGE })}
                    </Link>
                  </p>
                ) : null}
              </div>
            </div>
            <ThumbActs decisions={decisions} />
          </Commenting>
          <KeysNow
            deciding={<KeyBar keys={isOne ? ONE : SEVERAL} />}
            answering={<KeyBar keys={isOne ? ONE_WRITE : SEVERAL_WRITES} />}
            applying={<KeyBar keys={['apply', 'undo', 'steps']} />}
          />
        </UntilApplied>
      </ReviewBoard>
    </Page>
  )
}

/** Whether the person at this dashboard is to decide a changeset; null: there is nobody else. */
async function isAssignedHere({ assignee }: Changeset): Promise<boolean | null> {
  if (assignee === null && !(await hasOtherReviewers(database()))) return null
  return assignee?.id === LOCAL_USER_ACTOR.id
}

interface StandingProps {
  changeset: Changeset
  isDone: boolean
  /** the address of the next changeset; null: there is none */
  next: string | null
}

/** The act that the page is for; once all of it is done, that it is, and the way on. */
async function Standing({ changeset: { state, isExamined }, isDone, next }: StandingProps) {
  const t = await texts()
  if (!isExamined) return <Badge>{t('Review.beingExamined')}</Badge>
  if (!isDone || state !== 'done') {
    return (
      <>
        {state === 'snoozed' ? <Badge>{t('Review.snoozed')}</Badge> : null}
        <ApplyButton />
      </>
    )
  }
  return (
    <>
      <Badge tone="added" Icon={Check}>
        {t('Review.done')}
      </Badge>
      <Link href={next ?? '/review'} className={buttonVariants({ variant: 'primary' })}>
        {t(next === null ? 'Review.backToReview' : 'Review.next')}
      </Link>
    </>
  )
}

/** The writes that wait, before what has landed: their agents wait too. */
async function Waiting({ waiting: { shown, more } }: { waiting: WaitingWrites }) {
  if (shown.length === 0) return null
  const t = await texts()
  const labels = diffLabels(t)
  const now = requestTime()
  return (
    <section aria-labelledby="waiting" className="space-y-3 border-b border-line bg-well p-4">
      <h2 id="waiting" className="text-xs font-medium text-ink-2">
        {t('Review.waiting')}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{shown.length + more}</span>
      </h2>
      {shown.map((each) => (
        <WaitingHunk key={each.proposal.id} waiting={each} now={now} labels={labels} lines="all" />
      ))}
      {more === 0 ? null : <p className="text-ink-3">{t('Review.moreWaiting', { count: more })}</p>}
    </section>
  )
}

function requestTime(): number {
  return Date.now()
}
