import type { ReactNode } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ContextGauge } from '@/lib/agent/context-gauge'
import type { Clearing, Compaction, ContextHappening, Failure } from '@/lib/agent/context-history'
import type { ModelUsage } from '@/lib/agent/session-event'
import { EventSign } from './plots/event-sign'
import { RestoredMemories } from './restored-memories'
import { SizeBar } from './plots/size-bar'

/** A listed event, with its number in the list. */
export type NumberedHappening = Exclude<ContextHappening, { kind: 'reminder' }> & { number: number }

export interface WhatHappenedProps {
  sessionId: string
  /** oldest first */
  happenings: readonly NumberedHappening[]
  gauge: ContextGauge
  now: number
}

/** The events of a context, the newest first. */
export async function WhatHappened({ sessionId, happenings, gauge, now }: WhatHappenedProps) {
  const t = await texts()
  return (
    <ol reversed>
      {happenings.toReversed().map((happening) => (
        <li
          key={happening.eventId}
          id={`happening-${happening.number}`}
          data-happening
          tabIndex={-1}
          className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-b border-line px-4 py-3 outline-offset-[-2px]"
        >
          <EventSign kind={happening.kind} number={happening.number} />
          <div className="min-w-0 space-y-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="font-semibold">
                {t(`Context.kind_${happening.kind}`)}
                {happening.kind === 'clearing' ? null : (
                  <span className="font-normal">, {t(`Context.cause_${happening.cause}`)}</span>
                )}
              </h2>
              <span className="text-xs text-ink-3">
                <RelativeTime time={happening.at} now={now} />
              </span>
            </div>
            {happening.kind === 'clearing' ? (
              <Cleared sessionId={sessionId} happening={happening} />
            ) : null}
            {happening.kind === 'compaction' ? (
              <Compacted sessionId={sessionId} happening={happening} gauge={gauge} />
            ) : null}
            {happening.kind === 'failure' ? <Failed happening={happening} gauge={gauge} /> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The thresholds, in tokens. */
function thresholdsOf({ thresholdTokens: { warning, error, compaction } }: ContextGauge): number[] {
  return [warning, error, compaction].filter((tokens) => tokens !== null)
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
      <p className="text-xs">
        <Link
          href={`/sessions/${sessionId}/context?request=${happening.startId}`}
          scroll={false}
          className="font-medium text-ink-2 underline decoration-line-2 underline-offset-2 hover:text-ink"
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
  gauge,
}: {
  sessionId: string
  happening: Compaction & { eventId: string }
  gauge: ContextGauge
}) {
  const t = await texts()
  const { by, model, restored, usage, durationMs } = happening
  const sizes = { before: happening.tokensBefore, after: happening.tokensAfter }
  return (
    <>
      <Facts>
        <SizeBar {...sizes} window={gauge.window} marks={thresholdsOf(gauge)} />
        <span className="font-medium tabular-nums">
          {t(happening.isCounted ? 'Context.fromTo' : 'Context.fromToGuess', sizes)}
        </span>
        {by === 'api' ? t('Context.by_api') : null}
        {by === 'palimpsest' && model !== null ? t('Context.by_model', { model }) : null}
        {usage === null ? null : <Cost usage={usage} durationMs={durationMs} />}
      </Facts>
      {happening.isEdited ? <p>{t('Context.edited')}</p> : null}
      {by === 'api' ? null : <RestoredMemories restored={restored} />}
      <p className="text-xs">
        <Link
          href={`/sessions/${sessionId}/context/compactions/${happening.eventId}`}
          className="font-medium text-ink-2 underline decoration-line-2 underline-offset-2 hover:text-ink"
        >
          {t('Context.compare')}
        </Link>
      </p>
    </>
  )
}

async function Failed({ happening, gauge }: { happening: Failure; gauge: ContextGauge }) {
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
        <SizeBar
          before={tokensBefore}
          after={tokensBefore}
          window={gauge.window}
          marks={thresholdsOf(gauge)}
        />
        <span>{t('Context.stayed', { tokens: tokensBefore })}</span>
        <Cost usage={usage} durationMs={durationMs} />
      </Facts>
    </>
  )
}

/** Facts side by side; empty ones take no room. */
function Facts({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-3 text-xs text-ink-2">{children}</div>
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

/** Returns whether a failure is specific to summaries; others can happen to any request. */
function isOfSummary(reason: Failure['reason']): reason is (typeof OF_SUMMARIES)[number] {
  return OF_SUMMARIES.some((each) => each === reason)
}
