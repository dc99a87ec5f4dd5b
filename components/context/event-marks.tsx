import { ReferenceLine } from 'recharts'
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

const DASHES = { clearing: '1 3', compaction: '', failure: '4 3' }

/** With more than this the numbers would overlap. */
const NUMBERED = 24

/** Lines for events, each with its sign and number; events at one position share a line. */
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
