import type { Metadata } from 'next'
import { FileCheck2 } from 'lucide-react'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { Commenting } from '@/components/comments/commenting'
import { memoryThreads } from '@/components/comments/hunk-threads'
import { diffLabels } from '@/components/diff/diff-labels'
import { pageSyntax } from '@/components/diff/diff-syntax'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { AcceptRoutine } from '@/components/review/board/accept-routine'
import { commentedRoutine } from '@/components/review/board/commented-routine'
import { PromptQuote } from '@/components/review/inbox/prompt-quote'
import { QuarantineKey } from '@/components/quarantine/quarantine-key'
import { ReachKey } from '@/components/review/hunks/reach-key'
import { AttentionClock } from '@/components/review/changeset/attention-clock'
import { NothingStands } from '@/components/review/changeset/nothing-stands'
import { isGone } from '@/lib/review/changesets/update-changeset'
import { ReviewBoard } from '@/components/review/board/board'
import { BoardKeys } from '@/components/review/board/board-keys'
import { ChangesetActs } from '@/components/review/changeset/changeset-acts'
import { ChangesetLive } from '@/components/review/changeset/changeset-live'
import { ChangesetState } from '@/components/review/changeset/changeset-state'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { FoundFigure } from '@/components/review/hunks/found-figure'
import { MemoryHunks } from '@/components/review/hunks/memory-hunks'
import { MemoryList } from '@/components/review/board/memory-list'
import {
  changesetTexts,
  type ChangesetView,
  type ListedHunk,
  readChangeset,
} from '@/components/review/changeset/read-changeset'
import { OpenFigure } from '@/components/review/changeset/open-figure'
import { neighboursOf } from '@/components/review/board/neighbours'
import {
  readWaiting,
  waitingHunk,
  type WaitingWrites,
} from '@/components/review/waiting/read-waiting'
import { WaitingHunk } from '@/components/review/waiting/waiting-hunk'
import { wholeMemories } from '@/components/review/hunks/whole-memories'
import { WholeMemoryRegion } from '@/components/review/hunks/whole-memory-region'
import { VisibleLabel } from '@/components/content/visible-label'
import { WriterMark } from '@/components/history/writer-mark'
import { Amount } from '@/components/ui/amount'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { database } from '@/lib/db/open-database'
import { commentsState, countOpenComments } from '@/lib/review/comments/changeset-comments'
import { ReviewError } from '@/lib/review/model/review-problems'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { groupedBy } from '@/lib/text/grouped-by'
import { plainName } from '@/lib/text/plain-text'

export const dynamic = 'force-dynamic'

/** Hunks whose lines a page carries; the next ones come when asked for. */
const HUNKS_PER_PAGE = 60

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

/** A changeset: the hunks to read, then the routine ones. */
export default async function ChangesetPage(props: PageProps<'/review/[changesetId]'>) {
  const t = await texts()
  const view = await viewOf((await props.params).changesetId)
  const search = await props.searchParams
  const { changeset, memories, toRead, routine } = view
  const from = Number(search.from) || 0
  const shown = view.isByMemory ? [] : toRead.slice(from, from + HUNKS_PER_PAGE)
  const isRoutineShown = search.routine === '1' && !view.isByMemory
  const { titles, subjects, names } = await changesetTitles([changeset])
  const ways = await neighboursOf(changeset)
  const openComments = await countOpenComments(
    database(),
    memories.map(({ memoryKey }) => memoryKey),
  )
  const shownRoutine = isRoutineShown
    ? routine.slice(0, HUNKS_PER_PAGE)
    : view.isByMemory
      ? []
      : await commentedRoutine(view, openComments)
  const waiting = await readWaiting(changeset.id)
  const isAllGone = await isGone(database(), changeset)
  return (
    <Page kind="working">
      <ReachKey />
      <AttentionClock changesetId={changeset.id} />
      <QuarantineKey />
      <ReviewBoard
        changesetId={changeset.id}
        storeId={changeset.storeId}
        hunks={[...waiting.shown.map(waitingHunk), ...boardHunks(view)]}
        revision={changeset.revision}
        head={
          <>
            <PageHead
              crumbs={[{ href: '/review', label: t('Review.title') }]}
              title={<VisibleLabel text={titles.get(changeset.id) ?? ''} />}
              meta={
                <>
                  <span className="max-md:hidden">
                    <WriterMark actor={changeset.actor} names={names} isDecoration />
                  </span>
                  <Link
                    href={`/stores/${changeset.storeId}`}
                    className="max-w-64 truncate hover:text-ink max-md:hidden"
                  >
                    <VisibleLabel text={changeset.storeName} />
                  </Link>
                  <span className="max-md:hidden">
                    <LocalTime time={changeset.lastChangedAt} />
                  </span>
                  <ChangesetState changeset={changeset} moreHunks={0} moreWrites={waiting.more} />
                </>
              }
              actions={
                <ChangesetActs
                  changeset={changeset}
                  isMine={changeset.assignee?.id === LOCAL_USER_ACTOR.id}
                  ways={ways}
                />
              }
            />
            <ChangesetLive
              changesetId={changeset.id}
              lastSequence={changeset.lastSequence}
              isExamined={changeset.isExamined}
              comments={await commentsState(database(), changeset.id)}
            />
          </>
        }
      >
        <BoardKeys storeId={changeset.storeId} ways={ways} />
        <Commenting changesetId={changeset.id}>
          <div className="review-panes">
            <aside className="review-list">
              <Figures view={view} />
              <MemoryList
                memories={memories.map((memory) => ({
                  memoryId: memory.memoryId,
                  path: memory.lastPath,
                  added: memory.addedLines,
                  removed: memory.removedLines,
                  hasReasons: memory.level !== 'none',
                  openComments: openComments.get(memory.memoryKey) ?? 0,
                }))}
              />
            </aside>
            <div className="review-hunks space-y-4 p-4" tabIndex={-1}>
              <PromptQuote changeset={changeset} subject={subjects.get(changeset.id) ?? null} />
              <Waiting waiting={waiting} />
              {isAllGone ? <NothingStands changesetId={changeset.id} /> : null}
              <section aria-labelledby="to-read" className="space-y-3">
                <h2 id="to-read" className="text-xs font-medium text-ink-2">
                  {t('Review.toRead')} <OpenFigure of="toRead" />
                </h2>
                {toRead.length === 0 ? (
                  <EmptyState Icon={FileCheck2} title={t('Review.nothingToRead')} />
                ) : null}
                {view.isByMemory ? <WholeMemories view={view} /> : null}
                <Hunks view={view} hunks={shown} others={shownRoutine} />
                {!view.isByMemory && from + HUNKS_PER_PAGE < toRead.length ? (
                  <Link
                    href={`/review/${changeset.id}?from=${from + HUNKS_PER_PAGE}`}
                    className={buttonVariants()}
                  >
                    {t('Review.moreHunks', { count: toRead.length - from - HUNKS_PER_PAGE })}
                  </Link>
                ) : null}
              </section>
              {routine.length === 0 ? null : (
                <section aria-labelledby="routine" className="space-y-3">
                  <div className="flex items-center gap-3">
                    <h2 id="routine" className="text-xs font-medium text-ink-2">
                      {t('Review.routine')} <OpenFigure of="routine" />
                    </h2>
                    <AcceptRoutine />
                    {search.routine === '1' || view.isByMemory ? null : (
                      <Link
                        href={`/review/${changeset.id}?routine=1`}
                        scroll={false}
                        className={buttonVariants({ variant: 'quiet', size: 'small' })}
                      >
                        {t('Review.showRoutine')}
                      </Link>
                    )}
                  </div>
                  <Hunks view={view} hunks={shownRoutine} others={shown} isAfter />
                </section>
              )}
            </div>
          </div>
        </Commenting>
      </ReviewBoard>
      <KeyBar
        keys={[
          'nextHunk',
          'previousHunk',
          'keepHunk',
          'revertHunk',
          'editHunk',
          'commentHunk',
          ...(routine.length > 0 ? (['keepRoutine'] as const) : []),
          ...(isAllGone ? (['closeGone'] as const) : []),
          'undoDecision',
          'reach',
          'applyTray',
        ]}
      />
    </Page>
  )
}

function boardHunks({ toRead, routine, isByMemory }: ChangesetView) {
  const all = [...toRead, ...routine]
  return isByMemory ? wholeMemories(all).map(({ board }) => board) : all.map(boardHunk)
}

function boardHunk({ id, memory, hunk }: ListedHunk) {
  const { verdict } = hunk
  return {
    id,
    memoryId: memory.memoryId,
    decision: verdict?.decision ?? null,
    decidedAt: verdict?.at ?? null,
    isApplied: verdict?.isApplied ?? false,
    isByOther: verdict !== null && verdict.by.id !== LOCAL_USER_ACTOR.id,
    isRoutine: hunk.routine !== null && hunk.reasons.length === 0,
    others: [],
    waiting: null,
  }
}

/** The writes that wait, before what has landed: their agents wait too. */
async function Waiting({ waiting: { shown, more } }: { waiting: WaitingWrites }) {
  if (shown.length === 0) return null
  const t = await texts()
  const labels = diffLabels(t)
  const now = requestTime()
  return (
    <section aria-labelledby="waiting" className="space-y-3">
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

/** The five numbers of a changeset. */
async function Figures({ view: { changeset, memories } }: { view: ChangesetView }) {
  const t = await texts()
  const { memoryCount, addedLines, removedLines, lostLines } = changeset
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 text-xs text-ink-2">
      <span>{t('Review.memoryCount', { count: memoryCount })}</span>
      {changeset.changeCount === 0 ? null : <Amount added={addedLines} removed={removedLines} />}
      <Link href={`/review/${changeset.id}/writes`} className="underline hover:text-ink">
        {t('Writes.count', { count: changeset.changeCount })}
      </Link>
      {lostLines > 0 ? (
        <span className="text-caution">{t('Review.lost', { count: lostLines })}</span>
      ) : null}
      {changeset.isExamined ? <FoundFigure memories={memories} /> : null}
    </p>
  )
}

/** The memories of a changeset that is too large for its lines. */
async function WholeMemories({ view }: { view: ChangesetView }) {
  const t = await texts()
  const all = wholeMemories([...view.toRead, ...view.routine])
  return (
    <>
      <p className="text-ink-2">{t('Review.byMemory')}</p>
      {all.map((whole) => (
        <WholeMemoryRegion
          key={whole.memory.memoryId}
          storeId={view.changeset.storeId}
          whole={whole}
        />
      ))}
    </>
  )
}

interface HunksProps {
  view: ChangesetView
  hunks: readonly ListedHunk[]
  /** the other hunks on the page */
  others: readonly ListedHunk[]
  /** whether they come after those: what stands above a memory is there already */
  isAfter?: boolean
}

async function Hunks({ view, hunks, others, isAfter = false }: HunksProps) {
  const t = await texts()
  const labels = diffLabels(t)
  const byMemory = groupedBy(hunks, ({ memory }) => memory)
  const changes = await changesetTexts(view, [...byMemory.keys()])
  const syntax = pageSyntax(changes.values())
  const all = [...hunks, ...others]
  const threads = await memoryThreads(view.changeset.id, all, [...changes.values()])
  const isBefore = new Set(isAfter ? others.map(({ memory }) => memory.memoryId) : [])
  return [...byMemory].map(([memory, ofMemory]) => {
    const change = changes.get(memory.memoryKey)
    const own = threads.get(memory.memoryId)
    return change ? (
      <MemoryHunks
        key={memory.memoryId}
        storeId={view.changeset.storeId}
        changesetId={view.changeset.id}
        sessionId={view.changeset.sessionId}
        hunks={ofMemory}
        change={change}
        syntax={syntax.get(change)}
        labels={labels}
        threads={own && isBefore.has(memory.memoryId) ? { ...own, above: [] } : own}
      />
    ) : null
  })
}
