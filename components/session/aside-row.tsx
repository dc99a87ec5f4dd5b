import { Bell, CircleAlert, CircleStop, Layers, Lightbulb } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { ActButton } from '@/components/ui/act-button'
import { Notice } from '@/components/ui/notice'
import type { Entry, EntryOf } from '@/lib/sessions/entries'
import { plainText } from '@/lib/text/visible-text'
import { goOn } from './actions'
import { Folded, Pulse } from './folded'

export interface AsideRowProps {
  entry: EntryOf<Exclude<Entry['kind'], 'message' | 'said' | 'call'>>
  sessionId: string
  /** whether nothing happened after it, and the agent is at rest */
  isLast: boolean
}

/** What happened in a conversation besides talk and calls. */
export function AsideRow({ entry, sessionId, isLast }: AsideRowProps) {
  const t = useTranslations('Session')
  switch (entry.kind) {
    case 'thought':
      return (
        <Folded Icon={Lightbulb} title={t('thought')}>
          <VisibleText text={entry.text} />
        </Folded>
      )
    case 'reminder':
      return <Reminder entry={entry} />
    case 'compaction':
      return <Compaction entry={entry} />
    case 'fault':
      return <Fault entry={entry} sessionId={sessionId} isLast={isLast} />
    case 'stopped':
      return <Stopped entry={entry} sessionId={sessionId} isLast={isLast} />
    case 'ended':
      return <Aside Icon={CircleStop}>{t('ended')}</Aside>
  }
}

function Aside({ Icon, children }: { Icon: typeof Bell; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 py-0.5 text-ink-3">
      <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </div>
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
      acts={
        <ActButton size="small" does={goOn} input={{ sessionId }}>
          {t(isOurs ? 'goOn' : 'tryAgain')}
        </ActButton>
      }
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
      {isLast && !isOver ? (
        <ActButton size="small" does={goOn} input={{ sessionId }}>
          {t('goOn')}
        </ActButton>
      ) : null}
    </div>
  )
}
