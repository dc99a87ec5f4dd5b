import 'server-only'
import { Suspense } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { diffLabels } from '@/components/diff/diff-labels'
import { WriterMark } from '@/components/history/writer-mark'
import { texts } from '@/components/i18n/server-texts'
import { Amount, AmountBar } from '@/components/ui/amount'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import type { Changeset } from '@/lib/review/model/changeset'
import { PromptQuote } from './prompt-quote'
import { ReviewBoard } from '../board/board'
import { ChangesetState } from '../changeset/changeset-state'
import { PreviewHunks } from './preview-hunks'
import { readChangeset } from '../changeset/read-changeset'
import { ReasonBadges } from './reason-badges'
import { readWaiting, waitingHunk, type WaitingWrites } from '../waiting/read-waiting'
import { WaitingHunk } from '../waiting/waiting-hunk'

const MAX_REASONS = 9
/** Writes that wait and are shown; the others are on the changeset's page. */
const MAX_WAITING = 3

export interface ChangesetPreviewProps {
  changeset: Changeset
  /** who did what */
  title: string
  /** what its session was asked; null: nothing is known */
  subject: string | null
  names: ReadonlyMap<string, string>
}

/** Shows a changeset beside the inbox. */
export async function ChangesetPreview({
  changeset,
  title,
  subject,
  names,
}: ChangesetPreviewProps) {
  const t = await texts()
  const view = await readChangeset(changeset.id)
  const waiting = await readWaiting(changeset.id, MAX_WAITING)
  const { changeCount, addedLines, removedLines, lostLines } = changeset
  return (
    <ReviewBoard
      key={changeset.id}
      changesetId={changeset.id}
      hunks={waiting.shown.map(waitingHunk)}
      revision={changeset.revision}
    >
      <div className="space-y-4 p-5">
        <div className="space-y-2">
          <p className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
            <WriterMark actor={changeset.actor} names={names} isDecoration />
            <Link href={`/stores/${changeset.storeId}`} className="min-w-0 truncate hover:text-ink">
              <VisibleLabel text={changeset.storeName} />
            </Link>
            <LocalTime time={changeset.lastChangedAt} />
          </p>
          <h2 className="text-lead font-semibold wrap-anywhere">
            <VisibleLabel text={title} />
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
            {lostLines > 0 ? (
              <span className="text-caution">{t('Review.lost', { count: lostLines })}</span>
            ) : null}
            <ChangesetState
              changeset={changeset}
              openHunks={changeset.openHunks}
              moreWrites={waiting.more}
            />
          </p>
          <p className="flex flex-wrap gap-1.5">
            <ReasonBadges reasons={changeset.reasons} most={MAX_REASONS} />
          </p>
        </div>
        <div className="flex items-center gap-3">
          <Link href={`/review/${changeset.id}`} className={buttonVariants({ variant: 'primary' })}>
            {t('Review.open')}
          </Link>
          {changeCount === 0 ? null : (
            <>
              <span className="ml-auto">
                <Amount added={addedLines} removed={removedLines} />
              </span>
              <AmountBar added={addedLines} removed={removedLines} />
            </>
          )}
        </div>
        <WaitingPreview waiting={waiting} />
        <PromptQuote changeset={changeset} subject={subject} />
        <Suspense>
          <PreviewHunks view={view} />
        </Suspense>
      </div>
    </ReviewBoard>
  )
}

/** The writes of a changeset that wait, to be answered at once; by keys only on its own page. */
async function WaitingPreview({ waiting: { shown, more } }: { waiting: WaitingWrites }) {
  if (shown.length === 0) return null
  const t = await texts()
  const now = requestTime()
  const labels = diffLabels(t)
  return (
    <div className="space-y-3 [&_kbd]:hidden">
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
