'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { AnswerText } from '@/components/session/conversation/answer-text'
import type { ContextEntryOf, Entry } from '@/components/session/conversation/conversation-entries'
import { Link } from '@/components/ui/link'
import type { AppliedEdit } from '@/lib/context/clear-context'
import type { ContextReminder } from '@/lib/agent/session-event'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { plainText } from '@/lib/text/plain-text'
import { RestoredMemories } from './restored-memories'
import type { ConfirmSummary } from './confirm-summary'
import { SummaryReview } from './summary-review'

export interface ContextEntryProps {
  sessionId: string
  entry: ContextEntryOf
  confirm: ConfirmSummary
}

/** An event of the context, at its position in the conversation. */
export function ContextEntry({ sessionId, entry, confirm }: ContextEntryProps) {
  const t = useTranslations('Compaction')
  switch (entry.kind) {
    case 'reminder':
      return <Reminder reminder={entry.event} />
    case 'cleared':
      return <Cleared edits={entry.edits} />
    case 'compaction_asked':
      return (
        <p className="ml-auto w-fit max-w-[85%] rounded-control border border-line px-3 py-2 text-sm break-words whitespace-pre-wrap">
          {entry.instructions === ''
            ? t('asked')
            : t('askedWith', { instructions: plainText(entry.instructions) })}
        </p>
      )
    case 'compacting':
      return <Compacting entry={entry} />
    case 'summary_review':
      return (
        <SummaryReview
          key={entry.id}
          startId={entry.event.startId}
          summary={entry.event.summary}
          confirm={confirm}
        />
      )
    case 'compacted':
      return <Compacted sessionId={sessionId} entry={entry} />
    case 'compaction_failed':
      return <Failed entry={entry} />
  }
}

/** A labelled line across the conversation. */
function Rule({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 text-xs text-ink-3">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {children}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  )
}

function Reminder({ reminder }: { reminder: ContextReminder }) {
  const t = useTranslations('Reminder')
  const format = useFormatter()
  const tokens = estimatedTokens(reminder.text)
  const what = format.list(
    reminder.sections.map(({ kind }) => t(`kind_${kind}`)),
    { type: 'conjunction' },
  )
  return (
    <details className="text-sm text-ink-3">
      <summary className="cursor-pointer">{t('title', { what, tokens })}</summary>
      <pre
        tabIndex={0}
        aria-label={t('title', { what, tokens })}
        className="mt-1 max-h-80 overflow-auto border-l-2 border-line pl-3 font-mono text-xs break-words whitespace-pre-wrap"
      >
        <VisibleText text={reminder.text} />
      </pre>
      <Requested commentIds={Object.keys(reminder.requested ?? {})} />
      {reminder.late.length === 0 ? null : (
        <p className="mt-1 text-xs">
          {t('late', { what: format.list(reminder.late.map((kind) => t(`kind_${kind}`))) })}
        </p>
      )}
    </details>
  )
}

/** Links to the comments that a reminder was about. */
function Requested({ commentIds }: { commentIds: readonly string[] }) {
  const t = useTranslations('Reminder')
  if (commentIds.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-xs">
      {commentIds.map((id, index) => (
        // Not a Link: the address only leads on.
        <a key={id} href={`/comments/${id}`} className="underline decoration-line-2 hover:text-ink">
          {t('comment', { number: index + 1 })}
        </a>
      ))}
    </p>
  )
}

function Cleared({ edits }: { edits: readonly AppliedEdit[] }) {
  const t = useTranslations('Cleared')
  return (
    <>
      {edits.map((edit) => (
        <Rule key={edit.type}>
          <span>
            {edit.type === 'clear_tool_uses_20250919'
              ? t('toolUses', { count: edit.clearedToolUses, tokens: edit.clearedTokens })
              : t('thinking', {
                  count: edit.clearedThinkingTurns,
                  tokens: edit.clearedTokens,
                })}{' '}
            {t(`by_${edit.by}`)}
          </span>
        </Rule>
      ))}
    </>
  )
}

function Compacting({ entry }: { entry: Extract<Entry, { kind: 'compacting' }> }) {
  const t = useTranslations('Compaction')
  const { event, isOpen, text } = entry
  return (
    <div className="text-sm" aria-busy={isOpen}>
      <Rule>
        <span>
          {t(`begun_${event.cause}`, { tokens: event.tokensBefore })}
          {event.savesFirst ? ` ${t('savesFirst')}` : ''}
        </span>
      </Rule>
      {isOpen && text !== null ? (
        <details className="mt-2 text-ink-3">
          <summary className="cursor-pointer">{t('writing', { count: text.length })}</summary>
          <p className="mt-1 border-l-2 border-line pl-3 break-words whitespace-pre-wrap">
            <VisibleText text={text} />
          </p>
        </details>
      ) : null}
    </div>
  )
}

function Compacted({
  sessionId,
  entry: { event },
}: {
  sessionId: string
  entry: Extract<Entry, { kind: 'compacted' }>
}) {
  const t = useTranslations('Compaction')
  const { summary, restored, tokensBefore, tokensAfter, isCounted, isEdited, by } = event
  return (
    <article
      aria-label={t('done')}
      className="space-y-2 rounded-control border border-line bg-sheet px-3 py-2 text-sm"
    >
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{by === 'api' ? t('doneByApi') : t('done')}</span>
        <span className="text-ink-3 tabular-nums">
          {t(isCounted ? 'beforeAfter' : 'beforeAfterGuessed', {
            before: tokensBefore,
            after: tokensAfter,
          })}
        </span>
        {isEdited ? <span className="text-ink-3">{t('edited')}</span> : null}
        {by === 'palimpsest' ? (
          <Link
            href={`/sessions/${sessionId}/context/compactions/${event.id}`}
            className="ml-auto text-accent hover:underline"
          >
            {t('compare')}
          </Link>
        ) : null}
      </p>
      <details>
        <summary className="cursor-pointer text-ink-3">{t('summary')}</summary>
        <div className="mt-1 border-l-2 border-line pl-3">
          {summary === null ? <p>{t('summaryHidden')}</p> : <AnswerText text={summary} />}
        </div>
      </details>
      {by === 'palimpsest' ? <RestoredMemories restored={restored} /> : null}
      <p className="text-xs text-ink-3">{t('stays')}</p>
    </article>
  )
}

function Failed({
  entry: { event, isPast },
}: {
  entry: Extract<Entry, { kind: 'compaction_failed' }>
}) {
  const t = useTranslations('Compaction')
  const { reason, message, tokensBefore } = event
  if (isPast) {
    return (
      <details className="text-sm text-ink-3">
        <summary className="w-fit cursor-pointer">{t('failed', { tokens: tokensBefore })}</summary>
        <p className="mt-1">{t(`failed_${reason}`)}</p>
        <p className="font-mono text-xs break-words">
          <VisibleText text={message} />
        </p>
      </details>
    )
  }
  return (
    <div
      role="note"
      aria-label={t('failedLabel')}
      className="space-y-1 rounded-control border border-caution px-3 py-2 text-sm"
    >
      <p className="font-medium">{t('failed', { tokens: tokensBefore })}</p>
      <p>{t(`failed_${reason}`)}</p>
      {message === '' ? null : (
        <p className="font-mono text-xs break-words text-ink-3">
          <VisibleText text={message} />
        </p>
      )}
      <p className="text-ink-3">{t('failedAdvice')}</p>
    </div>
  )
}
