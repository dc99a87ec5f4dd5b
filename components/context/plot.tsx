import { useFormatter, useTranslations } from 'next-intl'
import type { KeyboardEvent } from 'react'
import type { ContextRequest, Gauge, Happening } from '@/lib/sessions/context'
import { SEGMENTS, segmentsOf, sumOf, usePatterns } from './parts'

export interface PlotProps {
  requests: readonly ContextRequest[]
  happenings: readonly Happening[]
  marks: Gauge['marks']
  /** the place of the chosen request */
  chosen: number
  onChoose: (at: number) => void
}

/** Pixels of the columns, and above them for signs. */
const HEIGHT = 132
const ABOVE = 16

/** More columns than these could not be told apart. */
const MOST = 120

/** Of fewer the columns would be slabs. */
const FEWEST = 16

/** The part of a request's place that its column fills. */
const FILLED = 0.84

/** What nobody counted is pale. */
const ESTIMATED = 0.55

const LINES = [
  ['warning', { stroke: 'var(--caution)', strokeDasharray: '1 4' }],
  ['error', { stroke: 'var(--removed)', strokeDasharray: '6 4' }],
  ['compaction', { stroke: 'var(--removed)' }],
] as const

const SIGNS = { clearing: '◆', compaction: '▼', failure: '✕' } as const

/** One column a request, by parts, against the three marks; by arrow keys or pointer one is chosen. */
export function ContextPlot({ requests, happenings, marks, chosen, onChoose }: PlotProps) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const { defs, fillOf } = usePatterns()
  const first = Math.max(0, requests.length - MOST)
  const shown = requests.slice(first)
  const columns = shown.map((request) => segmentsOf(request))
  const top = Math.max(...columns.map(sumOf), marks.compaction ?? marks.error) * 1.06
  const yOf = (tokens: number) => ABOVE + HEIGHT * (1 - tokens / top)
  const places = Math.max(shown.length, FEWEST)
  const xOf = (place: number) => `${(place / places) * 100}%`
  const wide = `${(FILLED / places) * 100}%`
  const go = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: chosen - 1,
      ArrowRight: chosen + 1,
      Home: first,
      End: requests.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onChoose(Math.min(Math.max(to, first), requests.length - 1))
  }
  const tokens = format.number(sumOf(segmentsOf(requests[chosen] ?? { parts: NO_PARTS })))
  return (
    <figure>
      <figcaption className="text-xs text-ink-3">
        {first > 0 ? t('newest', { shown: shown.length, count: requests.length }) : t('columns')}
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('request')}
        aria-valuemin={first + 1}
        aria-valuemax={requests.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={t('requestOf', { number: chosen + 1, tokens })}
        onKeyDown={go}
        onClick={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          const place = Math.floor(((clientX - left) / width) * places)
          onChoose(first + Math.min(Math.max(place, 0), shown.length - 1))
        }}
        className="mt-2 cursor-pointer"
      >
        <svg aria-hidden width="100%" height={ABOVE + HEIGHT} className="block overflow-visible">
          {defs}
          {columns.map((segments, at) => {
            let below = 0
            const isChosen = first + at === chosen
            return (
              <g key={shown[at]?.startId}>
                {SEGMENTS.map((segment) => {
                  const from = below
                  below += segments[segment]
                  return (
                    <rect
                      key={segment}
                      x={xOf(at + (1 - FILLED) / 2)}
                      width={wide}
                      y={yOf(below)}
                      height={yOf(from) - yOf(below)}
                      fill={fillOf(segment)}
                      opacity={shown[at]?.isMeasured ? 1 : ESTIMATED}
                    />
                  )
                })}
                {isChosen ? (
                  <rect
                    x={xOf(at + (1 - FILLED) / 2)}
                    width={wide}
                    y={yOf(below) - 2}
                    height={ABOVE + HEIGHT - yOf(below) + 2}
                    fill="none"
                    stroke="var(--accent)"
                    strokeWidth={2}
                  />
                ) : null}
              </g>
            )
          })}
          {LINES.map(([mark, look]) => {
            const at = marks[mark]
            return at === null ? null : (
              <line key={mark} x2="100%" y1={yOf(at)} y2={yOf(at)} {...look} />
            )
          })}
          {happenings.map(({ eventId, kind, requestsBefore }) => {
            if (kind === 'reminder' || requestsBefore < first) return null
            const x = xOf(requestsBefore - first)
            return (
              <g key={eventId}>
                <line
                  x1={x}
                  x2={x}
                  y1={ABOVE}
                  y2={ABOVE + HEIGHT}
                  stroke="var(--ink)"
                  strokeDasharray="1 3"
                />
                <text x={x} y={11} textAnchor="middle" fontSize={11} fill="var(--ink)">
                  {SIGNS[kind]}
                </text>
              </g>
            )
          })}
        </svg>
        <div aria-hidden className="flex justify-between pt-0.5 text-xs text-ink-3 tabular-nums">
          <span>{first + 1}</span>
          {shown.length < FEWEST ? null : <span>{requests.length}</span>}
        </div>
      </div>
    </figure>
  )
}

const NO_PARTS = { system: 0, reminders: 0, memory: 0, messages: 0, other_results: 0 }
