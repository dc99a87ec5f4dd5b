import { useId } from 'react'
import type { ContextRequest, Gauge } from '@/lib/sessions/context'

/** What of a context a bar tells apart; `since` is what no request held yet. */
export const SEGMENTS = [
  'system',
  'reminders',
  'memory',
  'messages',
  'other_results',
  'since',
] as const

export type Segment = (typeof SEGMENTS)[number]

export type Segments = Record<Segment, number>

/** The segments of a request; of the newest, by the gauge, what came since, or took its place: a summary. */
export function segmentsOf({ parts }: Pick<ContextRequest, 'parts'>, gauge?: Gauge): Segments {
  const sum = Object.values(parts).reduce((all, part) => all + part, 0)
  const size = gauge ? gauge.measured + gauge.added : sum
  if (gauge?.measured !== 0 || size >= sum) return { ...parts, since: Math.max(0, size - sum) }
  return { system: 0, reminders: 0, memory: 0, messages: 0, other_results: 0, since: size }
}

export const sumOf = (segments: Segments): number =>
  SEGMENTS.reduce((sum, segment) => sum + segments[segment], 0)

/** What was sent with a request, as it was counted; tokens. */
export const inputOf = ({ usage }: Pick<ContextRequest, 'usage'>): number =>
  usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens

const TILE = 6

/** Fills that are told apart without their colour; `fillOf` names them in the drawing that holds them. */
export function usePatterns() {
  const id = useId()
  const tile = (segment: Segment, ground: string, drawn?: React.ReactNode) => (
    <pattern id={`${id}${segment}`} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
      <rect width={TILE} height={TILE} fill={ground} />
      {drawn}
    </pattern>
  )
  const defs = (
    <defs>
      {tile('system', 'var(--ink-2)')}
      {tile('reminders', 'var(--sheet)', <circle cx={3} cy={3} r={1.4} fill="var(--ink)" />)}
      {tile(
        'memory',
        'var(--sheet)',
        <path
          d="M-1.5 1.5 L1.5 -1.5 M0 6 L6 0 M4.5 7.5 L7.5 4.5"
          stroke="var(--ink-2)"
          strokeWidth={1.4}
        />,
      )}
      {tile('messages', 'var(--line-2)')}
      {tile('other_results', 'var(--sheet)', <path d="M0 0.5 H6" stroke="var(--ink-3)" />)}
      {tile('since', 'var(--accent)')}
    </defs>
  )
  return { defs, fillOf: (segment: Segment) => `url(#${id}${segment})` }
}

/** The fill of a segment beside its words. */
export function Swatch({ segment }: { segment: Segment }) {
  const { defs, fillOf } = usePatterns()
  return (
    <svg aria-hidden width={12} height={12} className="shrink-0">
      {defs}
      <rect
        x={0.5}
        y={0.5}
        width={11}
        height={11}
        rx={2}
        fill={fillOf(segment)}
        stroke="var(--control)"
      />
    </svg>
  )
}
