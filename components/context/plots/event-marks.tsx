import { EVENT_SIGNS } from './event-signs'

/** An event of a context, as a plot marks it. */
export interface MarkedEvent {
  /** its number in the list of events */
  number: number
  kind: 'clearing' | 'compaction' | 'failure'
  /** the request that it belongs to or follows */
  request: number
  place: 'start' | 'middle' | 'end'
}

/** Pixels above a plot for the signs: two rows, so that neighbours don't overlap. */
export const EVENT_MARKS_HEIGHT = 34
const ROWS = { middle: 18, start: 4, end: 4 }

/** Positions within a request's column, as shares of its width. */
const SHARES = { start: 0, middle: 0.5, end: 1 }

const DASHES = { clearing: '1 3', compaction: undefined, failure: '4 3' }

/** Limit on the events that have numbers: those of more would overlap. */
const NUMBERED = 24

export interface EventMarksProps {
  events: readonly MarkedEvent[]
  /** the numbers of the plotted requests, from the left */
  requests: readonly number[]
  /** pixels of the columns */
  height: number
}

/** Lines for events, each with its sign and number; events at one position share a line. */
export function EventMarks({ events, requests, height }: EventMarksProps) {
  const places = new Map<string, MarkedEvent[]>()
  for (const event of events) {
    const key = `${event.request} ${event.place}`
    places.set(key, [...(places.get(key) ?? []), event])
  }
  const labelOf = ({ kind, number }: MarkedEvent) =>
    events.length > NUMBERED ? EVENT_SIGNS[kind] : `${EVENT_SIGNS[kind]} ${number}`
  return [...places].map(([key, group]) => {
    const last = group.at(-1)
    const column = requests.indexOf(last?.request ?? 0)
    if (!last || column < 0) return null
    const x = `${((column + SHARES[last.place]) / requests.length) * 100}%`
    return (
      <g key={key}>
        <line
          x1={x}
          x2={x}
          y1={0}
          y2={height}
          stroke="var(--ink)"
          strokeDasharray={DASHES[last.kind]}
        />
        <text x={x} y={-ROWS[last.place]} textAnchor="middle" fontSize={11} fill="var(--ink)">
          {group.map(labelOf).join('  ')}
        </text>
      </g>
    )
  })
}
