import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { memo } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { SaidText } from '@/components/memory/said-text'
import { WhyLink } from '@/components/why/why-link'
import type { Entry, EntryOf } from '@/lib/sessions/entries'
import { CallCard } from './call-card'
import type { CalledStore } from './called'
import { Pulse } from './folded'
import type { Writing } from './state'

export interface EntryProps {
  entry: Entry
  sessionId: string
  stores: readonly CalledStore[]
  /** whether nothing happened after it, and the agent is at rest */
  isLast?: boolean
  /** whether something later succeeded */
  isPast?: boolean
  /** whether it is what the agent said last, and it is at rest */
  isAnswer?: boolean
}

/** One thing that happened in a conversation. */
export const EntryRow = memo(function EntryRow({
  entry,
  sessionId,
  stores,
  isLast = false,
  isPast,
  isAnswer = false,
}: EntryProps) {
  switch (entry.kind) {
    case 'message':
      return <Message entry={entry} />
    case 'said':
      return <Said entry={entry} sessionId={sessionId} isAnswer={isAnswer} />
    case 'call':
      return <CallCard entry={entry} sessionId={sessionId} stores={stores} isPast={isPast} />
    default:
      return <AsideRow entry={entry} sessionId={sessionId} isLast={isLast} />
  }
})

// Most conversations are talk and calls.
const AsideRow = dynamic(() => import('./aside-row').then((it) => it.AsideRow))

/** What a person said; what waits for its turn is edged. */
function Message({ entry: { id, text, isQueued } }: { entry: EntryOf<'message'> }) {
  const t = useTranslations('Session')
  return (
    <div id={`said-${id}`} tabIndex={-1} className="flex flex-col items-end gap-0.5 pl-[12%]">
      <div
        className={clsx(
          'max-w-full rounded-sheet rounded-br-mark px-3.5 py-2 text-talk wrap-anywhere whitespace-pre-wrap',
          isQueued ? 'text-ink-2 outline-1 outline-line-2 outline-dashed' : 'bg-track',
        )}
      >
        <span className="sr-only">{t('you')} </span>
        <VisibleText text={text} />
      </div>
      {isQueued ? <span className="text-xs text-ink-3">{t('queued')}</span> : null}
    </div>
  )
}

/** Of what is not the last answer: seen by who points at it, touches it, or comes by key. */
const ON_DEMAND =
  'absolute right-0 bottom-0 rounded-control bg-sheet opacity-0 not-focus-within:pointer-events-none group-focus/said:opacity-100 group-focus/said:pointer-events-auto group-hover/said:opacity-100 group-hover/said:pointer-events-auto focus-within:opacity-100'

interface SaidProps {
  entry: EntryOf<'said'>
  sessionId: string
  isAnswer: boolean
}

/** What the agent said, and the way to why. */
function Said({ entry, sessionId, isAnswer }: SaidProps) {
  const { id, text, isPartial } = entry
  const t = useTranslations('Session')
  return (
    <div
      id={`said-${id}`}
      tabIndex={-1}
      data-said={id}
      className="group/said relative max-w-[72ch] text-talk [&_.markdown]:text-talk! [&_.markdown_:is(h3,h4,h5)]:text-title!"
    >
      <span className="sr-only">{t('agent')} </span>
      <SaidText text={text} />
      {isPartial ? (
        <span className="text-xs text-ink-3">{t('cut')}</span>
      ) : (
        <div className={isAnswer ? undefined : ON_DEMAND}>
          <WhyLink sessionId={sessionId} eventId={id} />
        </div>
      )}
    </div>
  )
}

/** What is being generated, as it comes. */
export function WritingRow({ writing: { type, name, text, length } }: { writing: Writing }) {
  const t = useTranslations('Session')
  if (type === 'agent.tool_use') {
    return (
      <div className="flex items-center gap-2 rounded-card bg-well px-3 py-2 text-ink-2">
        <Pulse />
        <span>
          {t('writesCall', { name: name ?? '' })}{' '}
          <span className="text-ink-3 tabular-nums">{t('characters', { count: length })}</span>
        </span>
      </div>
    )
  }
  if (type === 'agent.thinking') {
    return (
      <p className="flex items-center gap-2 text-ink-3">
        <Pulse /> {t('thinkingNow')}
      </p>
    )
  }
  return (
    <p className="max-w-[72ch] text-talk wrap-anywhere whitespace-pre-wrap">
      <VisibleText text={text} />
      <Pulse />
    </p>
  )
}
