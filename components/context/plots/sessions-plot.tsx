'use client'

import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { PlotLegend, type PlotSeries } from './plot-legend'
import { type PatternName, PlotPattern } from './plot-pattern'
import { type PlotScale, plotScale } from './plot-scale'
import { PlotTooltip } from './plot-tooltip'
import { PlotNote } from './stacked-columns'
import { usePointed } from './use-pointed'

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

/** The parts of a bar, from the left. */
const KINDS = Object.keys(PATTERNS) as (keyof typeof PATTERNS)[]

type Kind = (typeof KINDS)[number]

/** Pixels of a session, of its bar within that, of the numbers below, of the names. */
const ROW = 30
const BAR = 22
const NUMBERS = 28
const NAMES = 128

const NAME_CHARACTERS = 18

/** Tokens by session, one bar each, the largest first. */
export function SessionsPlot({ sessions }: { sessions: readonly PlottedSession[] }) {
  const t = useTranslations('ContextOverview')
  const { index, pointing, keys } = usePointed(sessions.length, 'y')
  const series = KINDS.map((key): PlotSeries<Kind> => ({
    key,
    pattern: PATTERNS[key],
    label: t(key),
  }))
  const pointed = index === null ? undefined : sessions[index]
  const scale = plotScale(Math.max(0, ...sessions.map(sumOf)), 4)
  return (
    <figure className="space-y-2">
      <PlotLegend series={series} />
      <div
        role="application"
        tabIndex={0}
        aria-label={t('plot', { count: sessions.length })}
        className="relative mt-3 pr-4"
        style={{ height: sessions.length * ROW + NUMBERS, paddingLeft: NAMES }}
        {...keys}
      >
        <div className="relative" style={{ height: sessions.length * ROW }} {...pointing}>
          <Bars sessions={sessions} series={series} scale={scale} pointed={index} />
          {pointed && index !== null ? (
            <div className="absolute inset-x-0" style={{ top: index * ROW }}>
              <PlotNote share={sumOf(pointed) / scale.end}>
                <PlotTooltip
                  title={pointed.name}
                  series={series}
                  values={pointed}
                  total={t('sum', { tokens: sumOf(pointed) })}
                  note={null}
                />
              </PlotNote>
            </div>
          ) : null}
        </div>
      </div>
    </figure>
  )
}

interface BarsProps {
  sessions: readonly PlottedSession[]
  series: readonly PlotSeries<Kind>[]
  scale: PlotScale
  /** the row that is pointed at */
  pointed: number | null
}

function Bars({ sessions, series, scale, pointed }: BarsProps) {
  const format = useFormatter()
  const id = useId()
  const xOf = (tokens: number) => `${((tokens / scale.end) * 100).toFixed(3)}%`
  const end = sessions.length * ROW
  return (
    <svg aria-hidden width="100%" height={end} className="plot plot-apart">
      <defs>
        {series.map(({ key, pattern }) => (
          <PlotPattern key={key} id={`${id}-${key}`} name={pattern} />
        ))}
      </defs>
      {pointed === null ? null : (
        <rect y={pointed * ROW} width="100%" height={ROW} fill="var(--hover)" />
      )}
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={xOf(tick)} x2={xOf(tick)} y2={end} stroke="var(--line)" />
          <text x={xOf(tick)} y={end + 18} className="plot-number">
            {format.number(tick, { notation: 'compact' })}
          </text>
        </g>
      ))}
      {sessions.map((session, row) => (
        <g key={session.id}>
          <text x={-8} y={(row + 0.5) * ROW} dy="0.35em" textAnchor="end" className="plot-name">
            {shortened(session.name)}
          </text>
          {KINDS.map((kind, at) => (
            <rect
              key={kind}
              x={xOf(KINDS.slice(0, at).reduce((sum, before) => sum + session[before], 0))}
              y={row * ROW + (ROW - BAR) / 2}
              width={xOf(session[kind])}
              height={BAR}
              className="plot-segment"
              fill={`url(#${id}-${kind})`}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}

function sumOf(session: PlottedSession): number {
  return KINDS.reduce((sum, kind) => sum + session[kind], 0)
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= NAME_CHARACTERS) return name
  return `${characters.slice(0, NAME_CHARACTERS - 1).join('')}…`
}
