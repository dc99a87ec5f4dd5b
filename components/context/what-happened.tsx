import type { ReactNode } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { Clearing, Compaction, ContextHappening, Failure } from '@/lib/agent/context-history'
import type { ModelUsage } from '@/lib/agent/session-event'
import { EVENT_SIGNS } from './event-signs'
import { RestoredMemories } from './restored-memories'

/** A listed event, with its number in the list. */
export type NumberedHappening = Exclude<ContextHappening, { kind: 'reminder' }> & { number: number }

export interface WhatHappenedProps {
  sessionId: string
  /** oldest first */
  happenings: readonly NumberedHappening[]
  now: number
}

/** The events of a context, newest last. */
export async function WhatHappened({ sessionId, happenings, now }: WhatHappenedProps) {
  const t = await texts()
  return (
    <ol className="border-b border-line">
      {happenings.map((happening) => (
        <li
          key={happening.eventId}
          id={`happening-${happening.number}`}
          className="grid grid-cols-[3rem_minmax(0,1fr)] border-t border-line py-3"
        >
          <span className="tabular-nums">
            {EVENT_SIGNS[happening.kind]} {happening.number}
          </span>
          <div className="space-y-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-medium">
                {t(`Context.kind_${happening.kind}`)}
                {happening.kind === 'clearing' ? null : (
                  <span className="font-normal">, {t(`Context.cause_${happening.cause}`)}</span>
                )}
              </h3>
              <span className="text-sm text-ink-3">
                <RelativeTime time={happening.at} now={now} />
              </span>
            </div>
            {happening.kind === 'clearing' ? (
              <Cleared sessionId={sessionId} happening={happening} />
            ) : null}
            {happening.kind === 'compaction' ? (
              <Compacted sessionId={sessionId} happening={happening} />
            ) : null}
            {happening.kind === 'failure' ? <Failed happening={happening} /> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

async function Cleared({
  sessionId,
  happening,
}: {
  sessionId: string
  happening: Clearing & { requestsBefore: number }
}) {
  const t = await texts()
  return (
    <>
      {happening.edits.map((edit) => (
        <p key={edit.type}>
          {edit.type === 'clear_tool_uses_20250919'
            ? t('Context.clearedUses', { count: edit.clearedToolUses, tokens: edit.clearedTokens })
            : t('Context.clearedThinking', {
                count: edit.clearedThinkingTurns,
                tokens: edit.clearedTokens,
              })}
          , {t(`Context.by_${edit.by}`)}
        </p>
      ))}
      <p className="text-sm">
        <Link
          href={`/sessions/${sessionId}/context?request=${happening.startId}#request`}
          className="text-accent hover:underline"
        >
          {t('Context.forRequest', { number: happening.requestsBefore })}
        </Link>
      </p>
    </>
  )
}

async function Compacted({
  sessionId,
  happening,
}: {
  sessionId: string
  happening: Compaction & { eventId: string }
}) {
  const t = await texts()
  const { by, model, restored, usage, durationMs } = happening
  const sizes = { before: happening.tokensBefore, after: happening.tokensAfter }
  return (
    <>
      <Facts>
        <span className="font-medium tabular-nums">
          {t(happening.isCounted ? 'Context.fromTo' : 'Context.fromToGuess', sizes)}
        </span>
        {by === 'api' ? t('Context.by_api') : null}
        {by === 'palimpsest' && model !== null ? t('Context.by_model', { model }) : null}
        {usage === null ? null : <Cost usage={usage} durationMs={durationMs} />}
      </Facts>
      {happening.isEdited ? <p>{t('Context.edited')}</p> : null}
      {by === 'api' ? null : <RestoredMemories restored={restored} />}
      <p className="text-sm">
        <Link
          href={`/sessions/${sessionId}/context/compactions/${happening.eventId}`}
          className="text-accent hover:underline"
        >
          {t('Context.compare')}
        </Link>
      </p>
    </>
  )
}

async function Failed({ happening }: { happening: Failure }) {
  const t = await texts()
  const { reason, message, tokensBefore, usage, durationMs } = happening
  return (
    <>
      <p className="text-removed">
        {isOfSummary(reason) ? t(`Context.reason_${reason}`) : t(`Session.fault_${reason}`)}
      </p>
      {message === '' ? null : (
        <p className="text-sm break-words whitespace-pre-wrap">
          <VisibleText text={message} />
        </p>
      )}
      <Facts>
        {t('Context.stayed', { tokens: tokensBefore })}
        <Cost usage={usage} durationMs={durationMs} />
      </Facts>
    </>
  )
}

/** Facts side by side; empty ones take no room. */
function Facts({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-x-4 text-sm [&>*]:whitespace-nowrap">{children}</div>
}

async function Cost({ usage, durationMs }: { usage: ModelUsage; durationMs: number | null }) {
  const t = await texts()
  const { inputTokens, cacheReadTokens, cacheCreationTokens, outputTokens } = usage
  const input = inputTokens + cacheReadTokens + cacheCreationTokens
  return (
    <>
      {input + outputTokens === 0 ? null : (
        <span className="text-ink-3 tabular-nums">
          {t('Context.cost', { input, output: outputTokens })}
        </span>
      )}
      {durationMs === null ? null : (
        <span className="text-ink-3 tabular-nums">
          {t('Context.took', { seconds: Math.round(durationMs / 10) / 100 })}
        </span>
      )}
    </>
  )
}

const OF_SUMMARIES = [
  'empty',
  'cut_off',
  'sections_missing',
  'refusal',
  'timeout',
  'interrupted',
  'denied',
  'api_summary_failed',
] as const

/** Whether a failure is specific to summaries, not one of any request. */
function isOfSummary(reason: Failure['reason']): reason is (typeof OF_SUMMARIES)[number] {
  return OF_SUMMARIES.some((each) => each === reason)
}
