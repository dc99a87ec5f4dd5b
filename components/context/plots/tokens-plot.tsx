'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ContextPart, PartTokens } from '@/lib/context/context-block'
import { EVENT_MARKS_HEIGHT, EventMarks, type MarkedEvent } from './event-marks'
import { type PlotSeries, StackLegend } from './plot-legend'
import type { PatternName } from './plot-pattern'
import { plotScale } from './plot-scale'
import { PlotTooltip } from './plot-tooltip'
import { StackedColumns } from './stacked-columns'
import { type PlottedThreshold, ThresholdMarks } from './threshold-marks'

/** The content of a context at one request to the model. */
export interface PlottedRequest {
  /** number of the request in the session, from 1 */
  number: number
  /** milliseconds since 1970 */
  at: number
  parts: PartTokens
  /** whether the tokens were counted, not estimated */
  isMeasured: boolean
  /** its address on the page */
  href: string
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

/** The parts of a column from below; the one that changes least is lowest. */
const PARTS = Object.keys(PATTERNS) as ContextPart[]

/** Opacity of a bar whose height is an estimate. */
const GUESSED = 0.35

/** Pixels. */
const HEIGHT = 186

/** The size and content of the context at each request to the model, against its thresholds. */
export function TokensPlot({ requests, window, thresholds, events, chosen }: TokensPlotProps) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const router = useRouter()
  const [isToMarks, setToMarks] = useState(false)
  const series = PARTS.map((key): PlotSeries<ContextPart> => ({
    key,
    pattern: PATTERNS[key],
    label: t(`part_${key}`),
  }))
  const largest = Math.max(0, ...requests.map(({ parts }) => sumOf(parts)))
  const shown = requests.find(({ number }) => number === chosen) ?? requests.at(-1)
  const near = plotScale(largest, 4)
  const hasFarMarks = thresholds.some(({ tokens }) => tokens > near.end)
  const scale = isToMarks && hasFarMarks ? plotScale(Math.max(window, largest), 4) : near
  const short = (tokens: number) => format.number(tokens, { notation: 'compact' })
  return (
    <figure className="plot-beside">
      <StackedColumns
        label={t('tokensPlot', { count: requests.length })}
        stacks={requests.map(({ number, parts, isMeasured }) => ({
          number,
          values: parts,
          opacity: isMeasured ? 1 : GUESSED,
        }))}
        series={series}
        scale={scale}
        height={HEIGHT}
        above={EVENT_MARKS_HEIGHT}
        isNumbered
        chosen={chosen}
        marks={(yOf) => (
          <>
            <ThresholdMarks
              thresholds={thresholds.filter(({ tokens }) => tokens <= scale.end)}
              yOf={yOf}
            />
            <EventMarks
              events={events}
              requests={requests.map(({ number }) => number)}
              height={HEIGHT}
            />
          </>
        )}
        onChoose={(number) => {
          const request = requests.find((each) => each.number === number)
          if (request) router.push(request.href, { scroll: false })
        }}
        about={(index) => {
          const request = requests[index]
          if (!request) return null
          const time = format.dateTime(request.at, { dateStyle: 'medium', timeStyle: 'medium' })
          return (
            <PlotTooltip
              title={t('requestAt', { number: request.number, time })}
              series={series}
              values={request.parts}
              total={t('totalOf', { tokens: sumOf(request.parts), window })}
              note={request.isMeasured ? null : t('isGuess')}
            />
          )
        }}
      />
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
        {hasFarMarks ? (
          <label className="flex items-center gap-1.5 text-xs text-ink-2">
            <input
              type="checkbox"
              checked={isToMarks}
              onChange={({ target }) => setToMarks(target.checked)}
            />
            {t('toMarks')}
          </label>
        ) : null}
      </div>
    </figure>
  )
}

function sumOf(parts: PartTokens): number {
  return PARTS.reduce((sum, part) => sum + parts[part], 0)
}
