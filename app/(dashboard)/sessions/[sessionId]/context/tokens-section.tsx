import type { MarkedEvent } from '@/components/context/event-marks'
import { LazyTokensPlot } from '@/components/context/lazy-plots'
import { NumbersTable } from '@/components/context/numbers-table'
import { Section } from '@/components/context/section'
import type { PlottedThreshold } from '@/components/context/tokens-plot'
import type { NumberedHappening } from '@/components/context/what-happened'
import { formats, texts } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ContextGauge } from '@/lib/agent/context-gauge'
import type { ContextRequest } from '@/lib/agent/context-history'
import { CONTEXT_PARTS, sumOf } from '@/lib/context/context-block'
import { type ContextThresholds, thresholdTokens } from '@/lib/context/context-thresholds'
import { newestRequests, requestName } from './newest-requests'

export interface TokensSectionProps {
  requests: readonly ContextRequest[]
  happenings: readonly NumberedHappening[]
  gauge: ContextGauge
  now: number
}

/** The size of the context at each request, as a plot and as a table. */
export async function TokensSection({ requests, happenings, gauge, now }: TokensSectionProps) {
  const t = await texts()
  const format = await formats()
  const newest = newestRequests(requests)
  const first = newest[0]?.number ?? 1
  return (
    <Section title={t('Context.overTime')}>
      {newest.length < requests.length ? (
        <p className="text-sm text-ink-3">
          {t('Context.newestOnly', { shown: newest.length, count: requests.length })}
        </p>
      ) : null}
      <LazyTokensPlot
        requests={newest.map(({ number, at, parts, isMeasured }) => ({
          number,
          at,
          parts,
          isMeasured,
        }))}
        window={gauge.window}
        thresholds={plottedThresholds(gauge.thresholds, gauge.window)}
        events={happenings
          .map(markedEvent)
          .filter(
            ({ request, place }) => request > first || (request === first && place !== 'end'),
          )}
      />
      <NumbersTable
        summary={t('Context.asTable')}
        caption={t('Context.tokensTable')}
        head={[
          t('Context.request'),
          t('Context.time'),
          ...CONTEXT_PARTS.map((part) => t(`Context.part_${part}`)),
          t('Context.total'),
          t('Context.counted'),
        ]}
        rows={newest.map((request) => ({
          key: request.startId,
          cells: [
            requestName(t, request),
            <RelativeTime key="at" time={request.at} now={now} />,
            ...CONTEXT_PARTS.map((part) => format.number(request.parts[part])),
            format.number(sumOf(request.parts)),
            t(request.isMeasured ? 'Context.yes' : 'Context.guess'),
          ],
        }))}
      />
    </Section>
  )
}

function plottedThresholds(thresholds: ContextThresholds, window: number): PlottedThreshold[] {
  return (['warning', 'error', 'compaction'] as const).flatMap((name) => {
    const percent = thresholds[name]
    return percent === null ? [] : [{ name, percent, tokens: thresholdTokens(percent, window) }]
  })
}

/** A clearing belongs to the request that it made smaller; the others happened between two. */
function markedEvent({ number, kind, requestsBefore }: NumberedHappening): MarkedEvent {
  if (kind === 'clearing') return { number, kind, request: requestsBefore, place: 'middle' }
  return requestsBefore === 0
    ? { number, kind, request: 1, place: 'start' }
    : { number, kind, request: requestsBefore, place: 'end' }
}
