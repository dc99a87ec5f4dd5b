'use client'

import { useId } from 'react'
import { BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { useFormatter, useTranslations } from 'use-intl'
import type { ModelUsage } from '@/lib/agent/session-event'
import { type PlotSeries, StackLegend } from './plot-legend'
import { AXIS, AXIS_WIDTH, barLook, CURSOR } from './plot-look'
import type { PatternName } from './plot-pattern'
import { PlotTooltip } from './plot-tooltip'
import { PlotPatterns, stackedBars } from './stacked-bars'

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

/** From below. */
const KINDS = Object.keys(PATTERNS) as (keyof ModelUsage)[]

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
  const id = useId()
  const series = KINDS.map((key): PlotSeries<keyof ModelUsage> => ({
    key,
    pattern: PATTERNS[key],
    label: t(key),
  }))
  const { gap } = barLook(turns.length)
  const shown = turns.find(({ number }) => number === chosen) ?? turns.at(-1)
  const short = (tokens: number) => format.number(tokens, { notation: 'compact' })
  return (
    <figure className="plot-beside">
      <BarChart
        responsive
        style={{ width: '100%', height: 72 }}
        data={turns}
        margin={{ top: 4, right: 8, bottom: 4, left: 0 }}
        barCategoryGap={gap}
        aria-label={t('turnsPlot', { count: turns.length })}
      >
        <PlotPatterns id={id} series={series} />
        <CartesianGrid vertical={false} stroke="var(--line)" />
        {/* The numbers are those of the plot above. */}
        <XAxis dataKey="number" hide />
        <YAxis {...AXIS} axisLine={false} width={AXIS_WIDTH} tickCount={3} tickFormatter={short} />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ active, label }) => {
            const turn = turns.find(({ number }) => number === label)
            if (!active || !turn) return null
            const time = format.dateTime(turn.at, { dateStyle: 'medium', timeStyle: 'medium' })
            const sum = KINDS.reduce((total, kind) => total + turn[kind], 0)
            return (
              <PlotTooltip
                title={t('requestAt', { number: turn.number, time })}
                series={series}
                values={turn}
                total={t('inAndOut', { tokens: sum })}
                note={null}
              />
            )
          }}
        />
        {stackedBars({ id, series, count: turns.length, width: 56 })}
      </BarChart>
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
