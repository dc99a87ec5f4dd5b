import 'server-only'
import { Suspense } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { diffLabels } from '@/components/diff/diff-labels'
import { WriterMark } from '@/components/history/writer-mark'
import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { database } from '@/lib/db/open-database'
import { changesetsToApply } from '@/lib/review/decisions/changesets-to-apply'
import type { Changeset } from '@/lib/review/model/changeset'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Proposal } from '@/lib/store/model/proposal'
import { AnswerKeys } from './answer-keys'
import { PromptQuote } from './prompt-quote'
import { ReviewBoard } from '../board/board'
import { ChangesetState } from '../changeset/changeset-state'
import { PreviewHunks } from './preview-hunks'
import { readChangeset } from '../changeset/read-changeset'
import { TellingReasons } from './telling-reasons'
import {
  readWaiting,
  type ShownProposal,
  waitingHunk,
  type WaitingWrites,
} from '../waiting/read-waiting'
import { WaitingHunk } from '../waiting/waiting-hunk'

/** Writes that wait and are shown; the others are on the changeset's page. */
const MAX_WAITING = 3

export interface ChangesetPreviewProps {
  changeset: Changeset
  /** the write that waits and was chosen; null: the changeset was */
  held: Proposal | null
  /** who did what */
  title: string
  /** who, as the sentence begins */
  agent: string
  /** what its session was asked; null: nothing is known */
  subject: string | null
  names: ReadonlyMap<string, string>
}

/** Shows a changeset beside the inbox, or a write that waits. */
export async function ChangesetPreview(props: ChangesetPreviewProps) {
  const { changeset, held, subject, names } = props
  const t = await texts()
  const view = await readChangeset(changeset.id)
  const first = await readWaiting(changeset.id, MAX_WAITING)
  const isHeld = ({ proposal }: ShownProposal) => proposal.id === held?.id
  // Each that is shown is tried out: most often the first ones are enough.
  const waiting =
    held === null || first.shown.some(isHeld) ? first : await readWaiting(changeset.id)
  const asked = held === null ? waiting.shown : waiting.shown.filter(isHeld)
  return (
    <ReviewBoard
      key={held?.id ?? changeset.id}
      changesetId={changeset.id}
      hunks={asked.map(waitingHunk)}
      revision={changeset.revision}
    >
      <header className="space-y-2 border-b border-line px-6 py-4">
        <p className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
          <WriterMark actor={changeset.actor} names={names} isDecoration />
          <Link href={`/stores/${changeset.storeId}`} className="min-w-0 truncate hover:text-ink">
            <VisibleLabel text={changeset.storeName} />
          </Link>
          <LocalTime time={held?.createdAt ?? changeset.lastChangedAt} />
        </p>
        <h2 className="text-lead font-semibold wrap-anywhere">
          <VisibleLabel
            text={
              held === null
                ? props.title
                : t(`Review.wantsTo_${held.kind}`, { who: props.agent, path: held.path.slice(1) })
            }
          />
        </h2>
        {held === null ? (
          <>
            <p className="empty:hidden">
              <TellingReasons reasons={changeset.reasons} />
            </p>
            <Acts changeset={changeset} waiting={waiting} />
          </>
        ) : null}
        <PromptQuote
          changeset={changeset}
          writtenAt={held?.createdAt ?? changeset.firstChangedAt}
          subject={subject}
        />
      </header>
      <div className="space-y-4 px-6 py-4">
        <WaitingPreview shown={asked} more={held === null ? waiting.more : 0} />
        {held === null ? (
          <Suspense>
            <PreviewHunks view={view} />
          </Suspense>
        ) : null}
      </div>
    </ReviewBoard>
  )
}

/** The way into a changeset, beside how much of it is open. */
async function Acts({ changeset, waiting }: { changeset: Changeset; waiting: WaitingWrites }) {
  const t = await texts()
  const { changeCount, addedLines, removedLines } = changeset
  const toApply = await changesetsToApply(database(), [changeset], LOCAL_USER_ACTOR)
  return (
    <div className="flex flex-wrap items-center gap-3 pt-1">
      <Link href={`/review/${changeset.id}`} className={buttonVariants({ variant: 'primary' })}>
        {t('Review.title')}
        <span aria-hidden className="max-lg:hidden">
          <Kbd>↵</Kbd>
        </span>
      </Link>
      <span className="flex flex-wrap gap-x-3 text-ink-2">
        <ChangesetState
          changeset={changeset}
          isToApply={toApply.has(changeset.id)}
          moreWrites={waiting.more}
        />
      </span>
      {changeCount === 0 ? null : (
        <span className="ml-auto">
          <Amount added={addedLines} removed={removedLines} />
        </span>
      )}
    </div>
  )
}

/** Writes that wait, to be answered at once: the first one by keys, too. */
async function WaitingPreview({ shown, more }: WaitingWrites) {
  if (shown.length === 0) return null
  const t = await texts()
  const now = requestTime()
  const labels = diffLabels(t)
  return (
    <div className="space-y-3 [&>*:not(:first-child)_kbd]:hidden">
      <AnswerKeys />
      {shown.map((each) => (
        <WaitingHunk
          key={each.proposal.id}
          waiting={each}
          now={now}
          labels={labels}
          lines="preview"
        />
      ))}
      {more === 0 ? null : <p className="text-ink-3">{t('Review.moreWaiting', { count: more })}</p>}
    </div>
  )
}

function requestTime(): number {
  return Date.now()
}
