import { clsx } from 'clsx'
import { Bell, ChevronRight, CircleAlert, CircleStop, Layers, Lightbulb } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { isTooMuch } from '@/components/memory/markdown-limits'
import { Notice } from '@/components/ui/notice'
import { useHydrated } from '@/components/ui/time'
import type { Entry, EntryOf } from '@/lib/sessions/entries'
import { plainText } from '@/lib/text/visible-text'
import { CallCard } from './call-card'
import type { CalledStore } from './called'
import { GoOn } from './go-on'
import type { Writing } from './state'

export interface EntryProps {
  entry: Entry
  sessionId: string
  stores: readonly CalledStore[]
  /** whether nothing happened after it, and the agent is at rest */
  isLast?: boolean
  /** whether something later succeeded */
  isPast?: boolean
}

/** One thing that happened in a conversation. */
export const EntryRow = memo(function EntryRow({
  entry,
  sessionId,
  stores,
  isLast = false,
  isPast,
}: EntryProps) {
  switch (entry.kind) {
    case 'message':
      return <Message entry={entry} />
    case 'said':
      return <Said text={entry.text} isPartial={entry.isPartial} />
    case 'thought':
      return <Thought text={entry.text} />
    case 'call':
      return <CallCard {...{ entry, sessionId, stores, isPast }} />
    case 'reminder':
      return <Reminder entry={entry} />
    case 'compaction':
      return <Compaction entry={entry} />
    case 'fault':
      return <Fault entry={entry} sessionId={sessionId} isLast={isLast} />
    case 'stopped':
      return <Stopped entry={entry} sessionId={sessionId} isLast={isLast} />
    case 'ended':
      return <Ended />
  }
})

function Ended() {
  return <Aside Icon={CircleStop}>{useTranslations('Session')('ended')}</Aside>
}

/** What a person said; what waits for its turn is edged. */
function Message({ entry: { text, isQueued } }: { entry: EntryOf<'message'> }) {
  const t = useTranslations('Session')
  return (
    <div className="flex flex-col items-end gap-0.5 pl-[12%]">
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

const Markdown = lazy(() =>
  import('@/components/memory/markdown').then((module) => ({ default: module.MarkdownBody })),
)

/** What the agent said: Markdown once that is loaded, else its text as it stands. */
function Said({ text, isPartial = false }: { text: string; isPartial?: boolean }) {
  const t = useTranslations('Session')
  const isHydrated = useHydrated()
  const plain = (
    <p className="wrap-anywhere whitespace-pre-wrap">
      <VisibleText text={text} />
    </p>
  )
  return (
    <div className="max-w-[72ch] text-talk [&_.markdown]:text-talk! [&_.markdown_:is(h3,h4,h5)]:text-title!">
      <span className="sr-only">{t('agent')} </span>
      {isHydrated && !isTooMuch(text) ? (
        <Suspense fallback={plain}>
          <Markdown text={text} />
        </Suspense>
      ) : (
        plain
      )}
      {isPartial ? <span className="text-xs text-ink-3">{t('cut')}</span> : null}
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
    <div className="max-w-[72ch] text-talk">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <VisibleText text={text} />
        <Pulse />
      </p>
    </div>
  )
}

/** Says that something goes on. */
function Pulse() {
  return (
    <span
      aria-hidden
      className="mx-0.5 inline-block size-2 shrink-0 rounded-full bg-accent motion-safe:animate-pulse"
    />
  )
}

interface FoldedProps {
  Icon: typeof Bell
  title: ReactNode
  children: ReactNode
}

/** What happened besides the talk, in a line; what it holds is folded. */
function Folded({ Icon, title, children }: FoldedProps) {
  return (
    <details className="group rounded-card bg-well text-ink-2">
      <summary className="flex min-h-8 cursor-pointer items-center gap-2 rounded-card px-3 py-1 text-sm">
        <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">{title}</span>
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform duration-(--m-1) group-open:rotate-90"
        />
      </summary>
      <div className="max-h-96 overflow-auto px-3 pb-2.5 text-sm wrap-anywhere whitespace-pre-wrap">
        {children}
      </div>
    </details>
  )
}

function Aside({ Icon, children }: { Icon: typeof Bell; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 py-0.5 text-ink-3">
      <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </div>
  )
}

function Thought({ text }: { text: string }) {
  const t = useTranslations('Session')
  return (
    <Folded Icon={Lightbulb} title={t('thought')}>
      <VisibleText text={text} />
    </Folded>
  )
}

function Reminder({ entry: { text, sections, late } }: { entry: EntryOf<'reminder'> }) {
  const t = useTranslations('Session')
  const format = useFormatter()
  const told = format.list(sections.map((kind) => t(`reminder_${kind}`)))
  const missing =
    late.length > 0 && t('late', { what: format.list(late.map((kind) => t(`reminder_${kind}`))) })
  return (
    <Folded
      Icon={Bell}
      title={[told && t('reminded', { what: told }), missing].filter(Boolean).join(' ')}
    >
      <VisibleText text={text} />
    </Folded>
  )
}

function Compaction({ entry: { cause, before, end } }: { entry: EntryOf<'compaction'> }) {
  const t = useTranslations('Session')
  if (end === null) {
    return (
      <Aside Icon={Layers}>
        {t('summarising')} <Pulse />
      </Aside>
    )
  }
  if (end.state === 'failed') {
    return (
      <Notice tone="caution" Icon={Layers}>
        {t('notSummarised', { reason: end.reason })}
      </Notice>
    )
  }
  const { after, summary, restored } = end
  return (
    <Folded
      Icon={Layers}
      title={
        <>
          {t('summarised', { cause })}{' '}
          <span className="text-ink-3 tabular-nums">{t('fromTo', { before, after })}</span>
        </>
      }
    >
      <VisibleText text={summary} />
      {restored.length === 0 ? null : (
        <p className="mt-2 text-ink-3">
          {t('restored')}{' '}
          <span className="font-mono text-code">
            <VisibleText text={restored.join(', ')} />
          </span>
        </p>
      )}
    </Folded>
  )
}

interface EndProps<Kind extends Entry['kind']> {
  entry: EntryOf<Kind>
  sessionId: string
  isLast: boolean
}

/** What failed, with the way on; once something followed, it is a line. */
function Fault({ entry: { fault }, sessionId, isLast }: EndProps<'fault'>) {
  const t = useTranslations('Session')
  const { kind, message, retry_status: retry } = fault
  if (!isLast) {
    return (
      <Aside Icon={CircleAlert}>
        {t(`fault_${kind}`)} {retry.type === 'retrying' ? t('retrying') : ''}
      </Aside>
    )
  }
  const isOurs = kind === 'restarted' || kind === 'redacted'
  return (
    <Notice
      tone="danger"
      acts={<GoOn sessionId={sessionId} words={t(isOurs ? 'goOn' : 'tryAgain')} />}
    >
      <strong className="font-semibold">{t(`fault_${kind}`)}</strong> {t(`advice_${kind}`)}
      {message === '' || isOurs ? null : (
        <p className="text-xs">{t('serverSaid', { message: plainText(message) })}</p>
      )}
    </Notice>
  )
}

/** What a stop says, and whether one can go on from it. */
function Stopped({ entry: { reason, explanation }, sessionId, isLast }: EndProps<'stopped'>) {
  const t = useTranslations('Session')
  const words = () => {
    if (reason.type === 'budget_reached') return t('rest_budget', { count: reason.max_requests })
    if (reason.type === 'refusal') {
      if (explanation === null) return t('rest_refusal_unexplained')
      return t('rest_refusal', { explanation: plainText(explanation) })
    }
    const detail = reason.type === 'end_turn' ? reason.detail : undefined
    return t(
      detail === 'max_tokens' || detail === 'context_full' ? `rest_${detail}` : 'interrupted',
    )
  }
  const isOver =
    reason.type === 'refusal' || (reason.type === 'end_turn' && reason.detail === 'context_full')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Aside Icon={CircleStop}>{words()}</Aside>
      {isLast && !isOver ? <GoOn sessionId={sessionId} words={t('goOn')} /> : null}
    </div>
  )
}
