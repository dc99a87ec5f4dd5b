import { ReferenceLine } from 'recharts'
import { EVENT_SIGNS } from './event-signs'

/** Something that happened to a context, where a plot marks it. */
export interface MarkedEvent {
  /** its number in the list of what happened */
  number: number
  kind: 'clearing' | 'compaction' | 'failure'
  /** the request at which it happened, or after which */
  request: number
  place: 'start' | 'middle' | 'end'
}

/** Pixels above a plot that the signs take: two rows, so that neighbours do not cover each other. */
export const EVENT_MARKS_HEIGHT = 34
const ROWS = { middle: 18, start: 4, end: 4 }

const DASHES = { clearing: '1 3', compaction: '', failure: '4 3' }

/** More of them than this would cover each other's numbers. */
const NUMBERED = 24

/** Lines for what happened, each with its sign and its number; what happened at one place has one. */
export function EventMarks({ events }: { events: readonly MarkedEvent[] }) {
  const places = new Map<string, MarkedEvent[]>()
  for (const event of events) {
    const key = `${event.request} ${event.place}`
    places.set(key, [...(places.get(key) ?? []), event])
  }
  const labelOf = ({ kind, number }: MarkedEvent) =>
    events.length > NUMBERED ? EVENT_SIGNS[kind] : `${EVENT_SIGNS[kind]} ${number}`
  return [...places].map(([key, group]) => {
    const last = group.at(-1)
    if (!last) return null
    return (
      <ReferenceLine
        key={key}
        x={last.request}
        position={last.place}
        stroke="var(--ink)"
        strokeDasharray={DASHES[last.kind]}
        label={{
          value: group.map(labelOf).join('  '),
          position: 'top',
          offset: ROWS[last.place],
          fill: 'var(--ink)',
          fontSize: 11,
        }}
      />
    )
  })
}
