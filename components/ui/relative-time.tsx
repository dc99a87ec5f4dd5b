'use client'

import { useFormatter } from 'use-intl'

/**
 * How long ago something was, with the exact time on hover. `time` and `now` are milliseconds since
 * 1970.
 */
export function RelativeTime({ time, now }: { time: number; now: number }) {
  const format = useFormatter()
  const exact = new Date(time).toISOString()
  return (
    <time dateTime={exact} title={exact} className="tabular-nums">
      {format.relativeTime(time, { now, style: 'short' })}
    </time>
  )
}
