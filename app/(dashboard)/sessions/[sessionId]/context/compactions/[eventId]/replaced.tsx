import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { texts } from '@/components/i18n/server-texts'
import { AnswerMarkdown } from '@/components/session/conversation/answer-markdown'
import {
  type CalledStore,
  calledName,
  verbKey,
  verbOf,
} from '@/components/session/conversation/call-words'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { CompactionAt } from '@/lib/agent/compaction-at'
import type { EventOf, SessionEvent } from '@/lib/agent/session-event'
import { transcriptParts } from '@/lib/agent/transcript'
import { plainName } from '@/lib/text/plain-text'

export interface ReplacedProps {
  sessionId: string
  /** of the session */
  stores: readonly CalledStore[]
  comparison: CompactionAt
  /** how many events are shown at most */
  limit: number
}

/** What a summary replaced, laid out as the summary is; messages that it lost stand out. */
export async function Replaced({ sessionId, stores, comparison, limit }: ReplacedProps) {
  const { events, hasMore, previousId, said } = comparison
  const t = await texts()
  const results = new Map(
    events.flatMap((event): [string, EventOf<'agent.tool_result'>][] =>
      event.type === 'agent.tool_result' ? [[event.toolUseId, event]] : [],
    ),
  )
  const lost = new Set(said?.missing)
  const parts = events.flatMap((event) => {
    const part = (
      <Part
        key={event.id}
        event={event}
        stores={stores}
        result={results.get(event.id) ?? null}
        lost={lost}
      />
    )
    return isShown(event) ? [part] : []
  })
  return (
    <div className="space-y-3">
      {previousId === null ? null : (
        <p className="text-sm text-ink-3">
          {t.rich('CompactionComparison.begins', {
            link: (words) => (
              <Link
                href={`/sessions/${sessionId}/context/compactions/${previousId}`}
                className="underline underline-offset-2 hover:text-ink"
              >
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      {hasMore ? (
        <p className="text-sm text-ink-3">{t('CompactionComparison.newest', { count: limit })}</p>
      ) : null}
      {parts.length === 0 ? (
        <p className="text-ink-3">{t('CompactionComparison.nothing')}</p>
      ) : (
        parts
      )}
    </div>
  )
}

/** Returns whether an event is shown; the result of a call stands with the call. */
function isShown(event: SessionEvent): boolean {
  if (event.type === 'agent.tool_result') return false
  return transcriptParts([event]).length > 0
}

interface PartProps {
  event: SessionEvent
  stores: readonly CalledStore[]
  /** of a call; null: it has none */
  result: EventOf<'agent.tool_result'> | null
  /** the person's messages that the summary lost */
  lost: ReadonlySet<string>
}

async function Part({ event, stores, result, lost }: PartProps) {
  const t = await texts()
  const labels = { image: t('Memory.image'), done: t('Memory.done'), open: t('Memory.open') }
  switch (event.type) {
    case 'user.message': {
      const isLost = event.texts.some((text) => lost.has(text))
      return (
        <Said who={t('CompactionComparison.person')} isLost={isLost}>
          {isLost ? <span className="sr-only">{t('CompactionComparison.lost')}</span> : null}
          <AnswerMarkdown text={event.texts.join('\n\n')} labels={labels} />
        </Said>
      )
    }
    case 'agent.message':
      return (
        <Said who={t('CompactionComparison.agent')}>
          <AnswerMarkdown text={event.text} labels={labels} />
        </Said>
      )
    case 'agent.tool_use': {
      const verb = verbOf(event.name, event.input)
      const state = result && !result.isError ? 'done' : 'refused'
      return (
        <Folded
          label={`${t(`Call.${verbKey(verb, state)}`)} ${plainName(calledName(event, stores))}`}
        >
          <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={result?.content ?? ''} />
          </pre>
        </Folded>
      )
    }
    default: {
      const [part] = transcriptParts([event])
      const [title = '', ...rest] = (part?.text ?? '').split('\n')
      return (
        <Folded label={title.replace(/^#+ /, '')}>
          <AnswerMarkdown text={rest.join('\n').trim()} labels={labels} />
        </Folded>
      )
    }
  }
}

function Said({
  who,
  isLost = false,
  children,
}: {
  who: string
  isLost?: boolean
  children: ReactNode
}) {
  return (
    <section
      className={classNames(
        'space-y-1',
        isLost && '-mx-2 rounded-control border-l-3 border-caution bg-caution-bg px-2 py-1',
      )}
    >
      <h3 className="text-xs font-medium text-ink-3">{who}</h3>
      {children}
    </section>
  )
}

function Folded({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group/part text-ink-2">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 text-sm">
        <ChevronRight
          size={13}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform group-open/part:rotate-90"
        />
        <span className="min-w-0 truncate">{label}</span>
      </summary>
      <div
        className="mt-1 max-h-80 overflow-auto pl-5"
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        {children}
      </div>
    </details>
  )
}
