'use client'

import { Check, ChevronRight, CircleSlash, Eye, Hand, Loader, PenLine } from 'lucide-react'
import { memo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { plainText } from '@/lib/text/plain-text'
import { Approval, type Confirm } from './approval'
import { callElementId } from './call-address'
import { CallDiff } from './call-diff'
import { isRead, subjectOf, verbKey, verbOf } from './call-words'
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
  const isWaiting = entry.state === 'waiting'
  const [isWriting, setWriting] = useState(false)
  const verbWords = t(verbKey(verb, entry.state))
  const header = (
    <>
      <StateIcon entry={entry} isRead={isRead(verb)} />
      <span className="font-medium">{verbWords}</span>
      <span className="min-w-0 font-mono text-code break-all">
        <VisibleText text={subject} />
      </span>
      <span className="ml-auto flex items-center gap-2 text-xs text-ink-3">
        <CallState entry={entry} />
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
      aria-label={`${verbWords} ${plainText(subject)}. ${t(`state_${entry.state}`)}`}
      // Clipped, not hidden: within it the answers to a long difference stay in view.
      className={classNames(
        'overflow-clip rounded-card bg-sheet text-sm',
        entry.state === 'waiting'
          ? 'shadow-[0_0_0_1.5px_var(--caution),var(--e-1)]'
          : isQuiet
            ? 'bg-well'
            : 'shadow-[0_0_0_1px_var(--line-2)]',
        isNamed && 'outline-2 outline-accent',
      )}
    >
      {isQuiet ? (
        <details>
          <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 px-2.5 py-1.5 hover:bg-hover">
            {header}
            <ChevronRight
              size={14}
              aria-hidden
              className="text-ink-3 transition-transform duration-(--m-1) [details[open]>summary>&]:rotate-90"
            />
          </summary>
          <Text title={t('answer')} text={result.content} />
        </details>
      ) : (
        <header
          className={classNames(
            'flex flex-wrap items-center gap-x-2 px-3 py-1.5',
            entry.state === 'waiting' && 'bg-caution-bg',
          )}
        >
          {header}
        </header>
      )}
      {entry.state === 'writing' ? <Writing json={entry.json ?? ''} /> : null}
      {isWaiting ? <CallDiff sessionId={sessionId} eventId={entry.id} state="proposed" /> : null}
      {confirmation?.result === 'deny' ? (
        <>
          {confirmation.denyMessage ? (
            <p className="border-t border-line px-3 py-1.5 text-ink-2">
              {t('denied', { message: plainText(confirmation.denyMessage) })}
            </p>
          ) : null}
          <CallDiff sessionId={sessionId} eventId={entry.id} state="denied" />
        </>
      ) : null}
      {result && result.written.length > 0 ? (
        <CallDiff sessionId={sessionId} eventId={entry.id} state="done" />
      ) : null}
      {entry.json !== null && entry.state !== 'writing' ? (
        <Folded title={t('malformed')} text={entry.json} />
      ) : null}
      {result && !isQuiet && confirmation?.result !== 'deny' ? (
        <Answer text={result.content} isError={result.isError} />
      ) : null}
      {isWaiting || isWriting ? (
        <Approval
          sessionId={sessionId}
          eventId={entry.id}
          takesKeys={isFirstWaiting}
          isWaiting={isWaiting}
          confirm={confirm}
          onWriting={setWriting}
        />
      ) : null}
    </article>
  )
})

/** Shows the state of a call; if a person was asked about it, their answer. */
function CallState({ entry: { state, confirmation } }: { entry: CallEntry }) {
  const t = useTranslations('Call')
  if (state === 'waiting') {
    return <span className="font-medium text-caution">{t('state_waiting')}</span>
  }
  if (confirmation?.result === 'allow') {
    return (
      <Badge tone="added" Icon={Check}>
        {t(confirmation.isForSession ? 'allowedForSession' : 'allowed')}
      </Badge>
    )
  }
  if (confirmation) {
    return (
      <Badge tone="removed" Icon={CircleSlash}>
        {t('deniedByYou')}
      </Badge>
    )
  }
  // What is done needs no word on screen: its icon and its verb tell.
  return <span className={state === 'done' ? 'sr-only' : undefined}>{t(`state_${state}`)}</span>
}

function StateIcon({ entry, isRead }: { entry: CallEntry; isRead: boolean }) {
  const props = {
    size: 15,
    'aria-hidden': true,
    strokeWidth: 1.75,
    className: 'shrink-0 text-ink-3',
  } as const
  switch (entry.state) {
    case 'writing':
    case 'running':
      return <Loader {...props} />
    case 'waiting':
      return <Hand {...props} className="shrink-0 text-caution" />
    case 'refused':
      return <CircleSlash {...props} className="shrink-0 text-removed" />
    case 'done':
      if (isRead) return <Eye {...props} />
      return entry.result?.written.length ? (
        <PenLine {...props} className="shrink-0 text-ink-3" />
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
