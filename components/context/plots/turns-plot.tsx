'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { ModelUsage } from '@/lib/agent/session-event'
import { type PlotSeries, StackLegend } from './plot-legend'
import type { PatternName } from './plot-pattern'
import { plotScale } from './plot-scale'
import { PlotTooltip } from './plot-tooltip'
import { StackedColumns } from './stacked-columns'

/** The tokens of one turn of the model. */
export interface PlottedTurn extends ModelUsage {
  /** number of the request in the session, from 1 */
  number: number
  /** milliseconds since 1970 */
  at: number
}

const PATTERNS: Record<keyof ModelUsage, PatternName> = {
  cacheReadTokens: 'pale',
  cacheCreationTokens: 'dots',
  inputTokens: 'fresh',
  outputTokens: 'grid',
}

/** The parts of a column, from below. */
const KINDS = Object.keys(PATTERNS) as (keyof ModelUsage)[]

/** Pixels; the numbers of the requests are those of the plot above. */
const HEIGHT = 60

/** Tokens in and out of each turn; those from the cache are lowest. */
export function TurnsPlot({
  turns,
  chosen,
}: {
  turns: readonly PlottedTurn[]
  /** the number of the request that the page shows */
  chosen: number
}) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const series = KINDS.map((key): PlotSeries<keyof ModelUsage> => ({
    key,
    pattern: PATTERNS[key],
    label: t(key),
  }))
  const shown = turns.find(({ number }) => number === chosen) ?? turns.at(-1)
  const short = (tokens: number) => format.number(tokens, { notation: 'compact' })
  return (
    <figure className="plot-beside">
      <StackedColumns
        label={t('turnsPlot', { count: turns.length })}
        stacks={turns.map((turn) => ({ number: turn.number, values: turn }))}
        series={series}
        scale={plotScale(Math.max(0, ...turns.map(sumOf)), 2)}
        height={HEIGHT}
        above={8}
        isNumbered={false}
        about={(index) => {
          const turn = turns[index]
          if (!turn) return null
          const time = format.dateTime(turn.at, { dateStyle: 'medium', timeStyle: 'medium' })
          return (
            <PlotTooltip
              title={t('requestAt', { number: turn.number, time })}
              series={series}
              values={turn}
              total={t('inAndOut', { tokens: sumOf(turn) })}
              note={null}
            />
          )
        }}
      />
      {shown ? (
        <div className="lg:self-center">
          <StackLegend
            series={series}
            values={{
              cacheReadTokens: short(shown.cacheReadTokens),
              cacheCreationTokens: short(shown.cacheCreationTokens),
              inputTokens: short(shown.inputTokens),
              outputTokens: short(shown.outputTokens),
            }}
          />
        </div>
      ) : null}
    </figure>
  )
}

function sumOf(turn: ModelUsage): number {
  return KINDS.reduce((sum, kind) => sum + turn[kind], 0)
}
