import 'server-only'
import { Suspense } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisiblePath } from '@/components/content/visible-path'
import { diffLabels } from '@/components/diff/diff-labels'
import { WriterMark } from '@/components/history/writer-mark'
import { texts } from '@/components/i18n/server-texts'
import { Amount, AmountBar } from '@/components/ui/amount'
import { buttonLook } from '@/components/ui/button'
import { ChangeLetter } from '@/components/ui/change-letter'
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

/** Memories that are named; the rest is counted. */
const MAX_MEMORIES = 12
const MAX_REASONS = 9
/** Writes that wait and are shown; the others are on the changeset's page. */
const MAX_WAITING = 3

export interface ChangesetPreviewProps {
  changeset: Changeset
  title: string
  names: ReadonlyMap<string, string>
}

/** Shows a changeset beside the inbox. */
export async function ChangesetPreview({ changeset, title, names }: ChangesetPreviewProps) {
  const t = await texts()
  const view = await readChangeset(changeset.id)
  const waiting = await readWaiting(changeset.id, MAX_WAITING)
  const { memories } = view
  const { changeCount, addedLines, removedLines, lostLines, memoryCount } = changeset
  return (
    <ReviewBoard
      key={changeset.id}
      changesetId={changeset.id}
      storeId={changeset.storeId}
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
            {changeCount === 0 ? null : t('Review.memoryCount', { count: memoryCount })}
            {lostLines > 0 ? (
              <span className="text-caution">{t('Review.lost', { count: lostLines })}</span>
            ) : null}
            <ChangesetState
              changeset={changeset}
              moreHunks={changeset.openHunks}
              moreWrites={waiting.more}
            />
          </p>
          <p className="flex flex-wrap gap-1.5">
            <ReasonBadges reasons={changeset.reasons} most={MAX_REASONS} />
          </p>
        </div>
        <div className="flex items-center gap-3">
          <Link href={`/review/${changeset.id}`} className={buttonLook({ look: 'primary' })}>
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
        <PromptQuote changeset={changeset} />
        {memories.length === 0 ? null : (
          <ul className="preview-memories rounded-card border border-line px-1.5 py-1">
            {memories.slice(0, MAX_MEMORIES).map((memory) => {
              const kind = memory.kind ?? 'modified'
              return (
                <li key={memory.memoryId} className="flex min-w-0 items-center gap-2 px-1.5 py-1">
                  <ChangeLetter kind={kind} label={t(`History.${kind}`)} />
                  <span className="min-w-0 flex-1 truncate font-mono text-code">
                    {memory.lastPath === null ? (
                      t('Review.noPath')
                    ) : (
                      <VisiblePath path={memory.lastPath} />
                    )}
                  </span>
                  <span className="shrink-0">
                    <Amount added={memory.addedLines} removed={memory.removedLines} />
                  </span>
                  <AmountBar added={memory.addedLines} removed={memory.removedLines} />
                </li>
              )
            })}
          </ul>
        )}
        {memories.length > MAX_MEMORIES ? (
          <p className="text-ink-3">{t('Undo.more', { count: memories.length - MAX_MEMORIES })}</p>
        ) : null}
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
