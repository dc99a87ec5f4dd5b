'use client'

import { useId } from 'react'
import { BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { useFormatter, useTranslations } from 'use-intl'
import type { ModelUsage } from '@/lib/agent/session-event'
import { PlotLegend, type PlotSeries } from './plot-legend'
import { AXIS, barLook, CURSOR } from './plot-look'
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
  inputTokens: 'solid',
  outputTokens: 'grid',
}

/** From below. */
const KINDS = Object.keys(PATTERNS) as (keyof ModelUsage)[]

/** Tokens in and out of each turn; those from the cache are lowest. */
export function TurnsPlot({ turns }: { turns: readonly PlottedTurn[] }) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const id = useId()
  const series = KINDS.map((key): PlotSeries<keyof ModelUsage> => ({
    key,
    pattern: PATTERNS[key],
    label: t(key),
  }))
  const { gap } = barLook(turns.length)
  return (
    <figure className="space-y-2">
      <PlotLegend series={series} />
      <BarChart
        responsive
        style={{ width: '100%', height: 240 }}
        data={turns}
        margin={{ top: 8, right: 8, bottom: 4, left: 0 }}
        barCategoryGap={gap}
        aria-label={t('turnsPlot', { count: turns.length })}
      >
        <PlotPatterns id={id} series={series} />
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="number" {...AXIS} interval="equidistantPreserveStart" minTickGap={16} />
        <YAxis
          {...AXIS}
          axisLine={false}
          width={44}
          tickFormatter={(tokens: number) => format.number(tokens, { notation: 'compact' })}
        />
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
    </figure>
  )
}
