'use client'

import { useFormatter } from 'use-intl'

/** A time as the reader's clock shows it. `time` is milliseconds since 1970. */
export function LocalTime({ time }: { time: number }) {
  const format = useFormatter()
  return (
    <time
      dateTime={new Date(time).toISOString()}
      className="tabular-nums"
      data-changes-with-time=""
      suppressHydrationWarning
    >
      {format.dateTime(time, { dateStyle: 'long', timeStyle: 'short' })}
    </time>
  )
}
