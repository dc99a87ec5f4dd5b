'use client'

import { Check, CircleSlash, Eye, Hand, Loader, PenLine } from 'lucide-react'
import { memo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { classNames } from '@/components/ui/class-names'
import { plainText } from '@/lib/text/plain-text'
import { Approval, type Confirm } from './approval'
import { callElementId } from './call-address'
import { CallDiff } from './call-diff'
import { isRead, subjectOf, verbOf } from './call-words'
import type { CallEntry } from './conversation-entries'

export interface CallCardProps {
  sessionId: string
  entry: CallEntry
  /** whether it is the first that waits: keys answer it */
  isFirstWaiting: boolean
  /** whether the address names it */
  isNamed: boolean
  confirm: Confirm
}

/** One call in the conversation: its input, its changes, its result. */
export const CallCard = memo(function CallCard({
  sessionId,
  entry,
  isFirstWaiting,
  isNamed,
  confirm,
}: CallCardProps) {
  const t = useTranslations('Call')
  const verb = verbOf(entry.name, entry.input)
  const subject = subjectOf(entry.input)
  const { result, confirmation } = entry
  // A call just denied stays open; one denied long ago is folded.
  const [wasWaiting, setWasWaiting] = useState(false)
  if (entry.state === 'waiting' && !wasWaiting) setWasWaiting(true)
  const header = (
    <>
      <StateIcon entry={entry} isRead={isRead(verb)} />
      <span className="font-medium">{t(verb)}</span>
      <span className="min-w-0 font-mono break-all">
        <VisibleText text={subject} />
      </span>
      <span className="ml-auto text-xs text-ink-3">
        {t(`state_${entry.state}`)}
        <Duration milliseconds={result?.durationMs ?? null} />
      </span>
    </>
  )
  // A call that only read takes one line, with its answer below.
  const isQuiet = entry.state === 'done' && result?.written.length === 0 && !confirmation
  return (
    <article
      id={callElementId(entry.id)}
      data-call={entry.id}
      data-state={entry.state}
      tabIndex={-1}
      aria-label={`${t(verb)} ${plainText(subject)}. ${t(`state_${entry.state}`)}`}
      className={classNames(
        'overflow-hidden rounded-control border bg-sheet',
        entry.state === 'waiting' ? 'border-caution' : 'border-line',
        isNamed && 'outline-2 outline-accent',
      )}
    >
      {isQuiet ? (
        <details>
          <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 px-3 py-1.5 text-sm hover:bg-hover">
            {header}
          </summary>
          <Text title={t('answer')} text={result.content} />
        </details>
      ) : (
        <header className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5 text-sm">
          {header}
        </header>
      )}
      {entry.state === 'writing' ? <Writing json={entry.json ?? ''} /> : null}
      {entry.state === 'waiting' ? (
        <>
          <CallDiff sessionId={sessionId} eventId={entry.id} state="proposed" />
          <Approval
            sessionId={sessionId}
            eventId={entry.id}
            takesKeys={isFirstWaiting}
            confirm={confirm}
          />
        </>
      ) : null}
      {confirmation ? (
        <p className="border-t border-line px-3 py-1 text-xs text-ink-3">
          {confirmation.result === 'allow'
            ? confirmation.isForSession
              ? t('allowedForSession')
              : t('allowed')
            : t('denied', { message: plainText(confirmation.denyMessage ?? '—') })}
        </p>
      ) : null}
      {confirmation?.result === 'deny' ? (
        <Denied sessionId={sessionId} eventId={entry.id} wasShown={wasWaiting} />
      ) : null}
      {result && result.written.length > 0 ? (
        <CallDiff sessionId={sessionId} eventId={entry.id} state="done" />
      ) : null}
      {entry.json !== null && entry.state !== 'writing' ? (
        <Folded title={t('malformed')} text={entry.json} />
      ) : null}
      {result && !isQuiet ? <Answer text={result.content} isError={result.isError} /> : null}
    </article>
  )
})

/** A denied proposal. Loaded only when opened. */
function Denied({
  sessionId,
  eventId,
  wasShown,
}: {
  sessionId: string
  eventId: string
  wasShown: boolean
}) {
  const t = useTranslations('Call')
  const [isOpen, setOpen] = useState(wasShown)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-line"
    >
      <summary className="cursor-pointer px-3 py-1 text-xs text-ink-3">{t('wasProposed')}</summary>
      {isOpen ? <CallDiff sessionId={sessionId} eventId={eventId} state="denied" /> : null}
    </details>
  )
}

function StateIcon({ entry, isRead }: { entry: CallEntry; isRead: boolean }) {
  const props = { size: 14, 'aria-hidden': true, className: 'self-center' } as const
  switch (entry.state) {
    case 'writing':
    case 'running':
      return <Loader {...props} />
    case 'waiting':
      return <Hand {...props} className="self-center text-caution" />
    case 'refused':
      return <CircleSlash {...props} className="self-center text-removed" />
    case 'done':
      if (isRead) return <Eye {...props} />
      return entry.result?.written.length ? (
        <PenLine {...props} className="self-center text-added" />
      ) : (
        <Check {...props} />
      )
  }
}

function Duration({ milliseconds }: { milliseconds: number | null }) {
  const format = useFormatter()
  if (milliseconds === null) return null
  return (
    <span className="tabular-nums">
      {' · '}
      {format.number(milliseconds, {
        style: 'unit',
        unit: 'millisecond',
        maximumFractionDigits: 1,
      })}
    </span>
  )
}

/** Characters of the input shown while it is written; enough to follow it. */
const WRITING_SHOWN = 2_000

function Writing({ json }: { json: string }) {
  if (json === '') return null
  return (
    <pre className="max-h-40 overflow-hidden border-t border-line px-3 py-1 font-mono text-xs break-all whitespace-pre-wrap text-ink-3">
      <VisibleText text={json.slice(-WRITING_SHOWN)} />
    </pre>
  )
}

/** An error is short, so it is shown; everything else is folded. */
function Answer({ text, isError }: { text: string; isError: boolean }) {
  const t = useTranslations('Call')
  if (!isError) return <Folded title={t('answer')} text={text} />
  return (
    <p className="border-t border-line px-3 py-1.5 font-mono text-xs break-words whitespace-pre-wrap text-removed">
      <VisibleText text={text} />
    </p>
  )
}

function Folded({ title, text }: { title: string; text: string }) {
  return (
    <details className="border-t border-line">
      <summary className="cursor-pointer px-3 py-1 text-xs text-ink-3">{title}</summary>
      <Text title={title} text={text} />
    </details>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      aria-label={title}
      className="max-h-80 overflow-auto border-t border-line px-3 py-1 font-mono text-xs break-words whitespace-pre-wrap"
    >
      <VisibleText text={text} />
    </pre>
  )
}
