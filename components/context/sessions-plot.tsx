'use client'

import { useId } from 'react'
import { BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { useFormatter, useTranslations } from 'use-intl'
import { PlotLegend, type PlotSeries } from './plot-legend'
import { AXIS, CURSOR } from './plot-look'
import type { PatternName } from './plot-pattern'
import { PlotTooltip } from './plot-tooltip'
import { PlotPatterns, stackedBars } from './stacked-bars'

/** The tokens a session used. */
export interface PlottedSession {
  id: string
  name: string
  cached: number
  /** input that did not come from the cache */
  fresh: number
  output: number
}

const PATTERNS: Record<'cached' | 'fresh' | 'output', PatternName> = {
  cached: 'pale',
  fresh: 'fresh',
  output: 'grid',
}

/** From the left. */
const KINDS = Object.keys(PATTERNS) as (keyof typeof PATTERNS)[]

const BAR_HEIGHT = 30
const AXIS_HEIGHT = 40
const NAME_CHARACTERS = 18

/** Tokens by session, one bar each, the largest first. */
export function SessionsPlot({ sessions }: { sessions: readonly PlottedSession[] }) {
  const t = useTranslations('ContextOverview')
  const format = useFormatter()
  const id = useId()
  const series = KINDS.map((key): PlotSeries<(typeof KINDS)[number]> => ({
    key,
    pattern: PATTERNS[key],
    label: t(key),
  }))
  const nameOf = (sessionId: string) => sessions.find((each) => each.id === sessionId)?.name ?? ''
  return (
    <figure className="space-y-2">
      <PlotLegend series={series} />
      <BarChart
        responsive
        layout="vertical"
        style={{ width: '100%', height: plotHeight(sessions.length) }}
        data={sessions}
        margin={{ top: 4, right: 16, bottom: 0, left: 0 }}
        barCategoryGap="22%"
        aria-label={t('plot', { count: sessions.length })}
      >
        <PlotPatterns id={id} series={series} />
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis
          type="number"
          {...AXIS}
          tickFormatter={(tokens: number) => format.number(tokens, { notation: 'compact' })}
        />
        <YAxis
          type="category"
          dataKey="id"
          {...AXIS}
          width={128}
          interval={0}
          tick={({ x, y, payload }) => (
            // The library would wrap a name.
            <text x={x} y={y} dy="0.35em" textAnchor="end" fontSize={11} fill="var(--ink-3)">
              {shortened(nameOf(String(payload.value)))}
            </text>
          )}
        />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ active, label }) => {
            const session = sessions.find((each) => each.id === label)
            if (!active || !session) return null
            const sum = KINDS.reduce((total, kind) => total + session[kind], 0)
            return (
              <PlotTooltip
                title={session.name}
                series={series}
                values={session}
                total={t('sum', { tokens: sum })}
                note={null}
              />
            )
          }}
        />
        {stackedBars({ id, series, count: sessions.length, width: 22 })}
      </BarChart>
    </figure>
  )
}

/** A plot's height in pixels for this many sessions. */
function plotHeight(count: number): number {
  return count * BAR_HEIGHT + AXIS_HEIGHT
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= NAME_CHARACTERS) return name
  return `${characters.slice(0, NAME_CHARACTERS - 1).join('')}…`
}
