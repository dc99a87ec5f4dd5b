import { LazyTurnsPlot } from '@/components/context/lazy-plots'
import { NumbersTable } from '@/components/context/numbers-table'
import { Section } from '@/components/context/section'
import type { NumberedHappening } from '@/components/context/what-happened'
import { formats, texts } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ContextRequest } from '@/lib/agent/context-history'
import { type ModelUsage, NO_USAGE } from '@/lib/agent/session-event'
import { inputTokens, usedTokens } from '@/lib/context/context-size'
import { newestRequests, requestName } from './newest-requests'

const KINDS = ['inputTokens', 'cacheReadTokens', 'cacheCreationTokens', 'outputTokens'] as const

export interface TurnsSectionProps {
  requests: readonly ContextRequest[]
  happenings: readonly NumberedHappening[]
  now: number
}

/** The tokens of each request, and how many came from the cache. */
export async function TurnsSection({ requests, happenings, now }: TurnsSectionProps) {
  const t = await texts()
  const format = await formats()
  const sum = requests.reduce(added, NO_USAGE)
  const summaries = happenings.flatMap(costOf).reduce(added, NO_USAGE)
  const input = inputTokens(sum)
  if (input === 0) {
    return (
      <Section title={t('Context.turns')}>
        <p className="text-ink-3">{t('Context.notCounted')}</p>
      </Section>
    )
  }
  const newest = newestRequests(requests)
  return (
    <Section title={t('Context.turns')}>
      <p className="text-sm text-ink-3 tabular-nums">
        {t('Context.cacheWords', {
          share: cacheShare(sum),
          cached: sum.cacheReadTokens,
          input,
          output: sum.outputTokens,
        })}{' '}
        {usedTokens(summaries) > 0
          ? t('Context.summariesCost', {
              input: inputTokens(summaries),
              output: summaries.outputTokens,
            })
          : null}
      </p>
      <LazyTurnsPlot
        turns={newest.map(({ number, at, ...usage }) => ({ number, at, ...usageOf(usage) }))}
      />
      <NumbersTable
        summary={t('Context.asTable')}
        caption={t('Context.turnsTable')}
        head={[
          t('Context.request'),
          t('Context.time'),
          ...KINDS.map((kind) => t(`Context.${kind}`)),
          t('Context.cacheShare'),
        ]}
        rows={newest.map((request) => ({
          key: request.startId,
          cells: [
            requestName(t, request),
            <RelativeTime key="at" time={request.at} now={now} />,
            ...KINDS.map((kind) => format.number(request[kind])),
            inputTokens(request) === 0
              ? '–'
              : format.number(cacheShare(request), { style: 'percent' }),
          ],
        }))}
      />
    </Section>
  )
}

/** In whole percent, never rounded up to 100. */
function cacheShare(usage: ModelUsage): number {
  return Math.floor((usage.cacheReadTokens / inputTokens(usage)) * 100) / 100
}

function costOf(happening: NumberedHappening): ModelUsage[] {
  if (happening.kind === 'clearing' || happening.usage === null) return []
  return [happening.usage]
}

function added(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheCreationTokens: one.cacheCreationTokens + other.cacheCreationTokens,
  }
}

function usageOf({
  inputTokens: fresh,
  outputTokens,
  cacheReadTokens,
  cacheCreationTokens,
}: ModelUsage): ModelUsage {
  return { inputTokens: fresh, outputTokens, cacheReadTokens, cacheCreationTokens }
}
