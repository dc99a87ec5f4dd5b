'use client'

import { useFormatter } from 'use-intl'

const SHAPES = {
  date: { dateStyle: 'long', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { timeStyle: 'short' },
} as const

/** A time as the reader's clock shows it. `time` is milliseconds since 1970. */
export function LocalTime({ time, shows = 'date' }: { time: number; shows?: keyof typeof SHAPES }) {
  const format = useFormatter()
  return (
    <time
      dateTime={new Date(time).toISOString()}
      className="tabular-nums"
      data-changes-with-time=""
      suppressHydrationWarning
    >
      {format.dateTime(time, SHAPES[shows])}
    </time>
  )
}
