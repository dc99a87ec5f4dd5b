import type { MarkedEvent } from '@/components/context/plots/event-marks'
import type { PlottedThreshold } from '@/components/context/plots/threshold-marks'
import { TokensPlot } from '@/components/context/plots/tokens-plot'
import { TurnsPlot } from '@/components/context/plots/turns-plot'
import type { NumberedHappening } from '@/components/context/what-happened'
import { texts } from '@/components/i18n/server-texts'
import type { ContextGauge } from '@/lib/agent/context-gauge'
import type { ContextRequest } from '@/lib/agent/context-history'
import { inputTokens } from '@/lib/context/context-size'
import { type ContextThresholds, thresholdTokens } from '@/lib/context/context-thresholds'
import { contextAddress, type ShownContext } from './context-address'
import { newestRequests } from './newest-requests'

export interface PlotsProps {
  sessionId: string
  shown: ShownContext
  requests: readonly ContextRequest[]
  happenings: readonly NumberedHappening[]
  gauge: ContextGauge
  /** the number of the request that the page shows */
  chosen: number
}

/** The context at each request, and below it what went in and came out. */
export async function Plots({ sessionId, shown, requests, happenings, gauge, chosen }: PlotsProps) {
  const t = await texts()
  const newest = newestRequests(requests)
  const first = newest[0]?.number ?? 1
  const isCounted = newest.some((request) => inputTokens(request) > 0)
  return (
    <section aria-label={t('Context.overTime')} className="border-b border-line px-4 pt-3 pb-2">
      <TokensPlot
        requests={newest.map(({ startId, number, at, parts, isMeasured }) => ({
          number,
          at,
          parts,
          isMeasured,
          href: contextAddress(sessionId, { ...shown, request: startId }),
        }))}
        window={gauge.window}
        thresholds={plottedThresholds(gauge.thresholds, gauge.window)}
        events={happenings
          .map(markedEvent)
          .filter(
            ({ request, place }) => request > first || (request === first && place !== 'end'),
          )}
        chosen={chosen}
      />
      {isCounted ? (
        <TurnsPlot
          chosen={chosen}
          turns={newest.map((request) => ({
            number: request.number,
            at: request.at,
            inputTokens: request.inputTokens,
            outputTokens: request.outputTokens,
            cacheReadTokens: request.cacheReadTokens,
            cacheCreationTokens: request.cacheCreationTokens,
          }))}
        />
      ) : null}
      <p className="text-xs text-ink-3">
        {newest.length < requests.length
          ? `${t('Context.newestOnly', { shown: newest.length, count: requests.length })} `
          : null}
        {t('Context.tokensCaption')}
        {isCounted ? null : ` ${t('Context.notCounted')}`}
      </p>
    </section>
  )
}

function plottedThresholds(thresholds: ContextThresholds, window: number): PlottedThreshold[] {
  const marked = (['warning', 'error', 'compaction'] as const).flatMap((name) => {
    const percent = thresholds[name]
    return percent === null ? [] : [{ name, percent, tokens: thresholdTokens(percent, window) }]
  })
  return [...marked, { name: 'full', percent: 100, tokens: window }]
}

/** A clearing belongs to the request that it made smaller; the others happened between two. */
function markedEvent({ number, kind, requestsBefore }: NumberedHappening): MarkedEvent {
  if (kind === 'clearing') return { number, kind, request: requestsBefore, place: 'middle' }
  return requestsBefore === 0
    ? { number, kind, request: 1, place: 'start' }
    : { number, kind, request: requestsBefore, place: 'end' }
}
