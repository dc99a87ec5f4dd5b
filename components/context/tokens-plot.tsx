'use client'

import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import {
  BarChart,
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useFormatter, useTranslations } from 'use-intl'
import type { ContextPart, PartTokens } from '@/lib/context/context-block'
import { EVENT_MARKS_HEIGHT, EventMarks, type MarkedEvent } from './event-marks'
import { type PlotSeries, StackLegend } from './plot-legend'
import { AXIS, AXIS_WIDTH, barLook, CURSOR } from './plot-look'
import type { PatternName } from './plot-pattern'
import { PlotTooltip } from './plot-tooltip'
import { PlotPatterns, stackedBars } from './stacked-bars'

/** The content of a context at one request to the model. */
export interface PlottedRequest {
  /** number of the request in the session, from 1 */
  number: number
  /** milliseconds since 1970 */
  at: number
  parts: PartTokens
  /** whether the tokens were counted, not estimated */
  isMeasured: boolean
  /** where the page shows it */
  href: string
}

export interface PlottedThreshold {
  name: 'warning' | 'error' | 'compaction'
  /** of the model's window */
  percent: number
  tokens: number
}

export interface TokensPlotProps {
  requests: readonly PlottedRequest[]
  /** tokens */
  window: number
  thresholds: readonly PlottedThreshold[]
  events: readonly MarkedEvent[]
  /** the number of the request that the page shows */
  chosen: number
}

const PATTERNS: Record<ContextPart, PatternName> = {
  system: 'solid',
  reminders: 'dots',
  memoryResults: 'stripes',
  messages: 'pale',
  otherResults: 'grid',
}

/** From below; what changes least is lowest. */
const PARTS = Object.keys(PATTERNS) as ContextPart[]

/** The thresholds' labels are side by side, since the lines may be close together. */
const PLACES = {
  warning: 'insideBottomLeft',
  error: 'insideBottom',
  compaction: 'insideBottomRight',
} as const

const DASHES = { warning: '2 4', error: '6 4', compaction: '' }

/** How opaque a bar is whose height nobody counted. */
const GUESSED = 0.35

/** The size and content of the context at each request to the model, against its thresholds. */
export function TokensPlot({ requests, window, thresholds, events, chosen }: TokensPlotProps) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const id = useId()
  const router = useRouter()
  const [isToMarks, setToMarks] = useState(true)
  const series = PARTS.map((key): PlotSeries<ContextPart> => ({
    key,
    pattern: PATTERNS[key],
    label: t(`part_${key}`),
  }))
  const largest = Math.max(...requests.map(({ parts }) => sumOf(parts)))
  const { gap } = barLook(requests.length)
  const shown = requests.find(({ number }) => number === chosen) ?? requests.at(-1)
  const short = (tokens: number) => format.number(tokens, { notation: 'compact' })
  return (
    <figure className="plot-beside">
      <BarChart
        responsive
        style={{ width: '100%', height: 250 }}
        data={requests.map(({ number, parts, isMeasured }) => ({
          number,
          ...parts,
          fillOpacity: isMeasured ? 1 : GUESSED,
        }))}
        margin={{ top: EVENT_MARKS_HEIGHT, right: 8, bottom: 0, left: 0 }}
        barCategoryGap={gap}
        className="cursor-pointer"
        onClick={({ activeLabel }) => {
          const request = requests.find(({ number }) => number === Number(activeLabel))
          if (request) router.push(request.href, { scroll: false })
        }}
        aria-label={t('tokensPlot', { count: requests.length })}
      >
        <PlotPatterns id={id} series={series} />
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="number" {...AXIS} interval="equidistantPreserveStart" minTickGap={16} />
        <YAxis
          {...AXIS}
          axisLine={false}
          width={AXIS_WIDTH}
          domain={[0, isToMarks ? Math.max(window, largest) : 'auto']}
          tickFormatter={short}
        />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ active, label }) => {
            const request = requests.find(({ number }) => number === label)
            if (!active || !request) return null
            return (
              <PlotTooltip
                title={t('requestAt', {
                  number: request.number,
                  time: format.dateTime(request.at, { dateStyle: 'medium', timeStyle: 'medium' }),
                })}
                series={series}
                values={request.parts}
                total={t('totalOf', { tokens: sumOf(request.parts), window })}
                note={request.isMeasured ? null : t('isGuess')}
              />
            )
          }}
        />
        <ReferenceArea
          x1={chosen}
          x2={chosen}
          fill="var(--accent-bg)"
          stroke="var(--accent)"
          ifOverflow="hidden"
        />
        {stackedBars({ id, series, count: requests.length, width: 56 })}
        {isToMarks
          ? thresholds.map(({ name, percent, tokens }) => (
              <ReferenceLine
                key={name}
                y={tokens}
                stroke={name === 'warning' ? 'var(--caution)' : 'var(--removed)'}
                strokeDasharray={DASHES[name]}
                label={{
                  value: t(`mark_${name}`, {
                    percent: format.number(percent / 100, {
                      style: 'percent',
                      maximumFractionDigits: 1,
                    }),
                  }),
                  position: PLACES[name],
                  fill: 'var(--ink)',
                  fontSize: 11,
                  className: 'plot-label',
                }}
              />
            ))
          : null}
        <EventMarks events={events} />
      </BarChart>
      <div className="flex flex-col gap-2 lg:justify-end lg:pb-7">
        {shown ? (
          <StackLegend
            series={series}
            values={{
              system: short(shown.parts.system),
              reminders: short(shown.parts.reminders),
              memoryResults: short(shown.parts.memoryResults),
              messages: short(shown.parts.messages),
              otherResults: short(shown.parts.otherResults),
            }}
          />
        ) : null}
        <label className="flex items-center gap-1.5 text-xs text-ink-2">
          <input
            type="checkbox"
            checked={isToMarks}
            onChange={({ target }) => setToMarks(target.checked)}
          />
          {t('toMarks')}
        </label>
      </div>
    </figure>
  )
}

function sumOf(parts: PartTokens): number {
  return PARTS.reduce((sum, part) => sum + parts[part], 0)
}
