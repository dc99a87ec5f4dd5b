const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** How long ago something was, the exact time on hover. `time` and `now` are milliseconds since 1970. */
export function RelativeTime({ time, now }: { time: number; now: number }) {
  const exact = new Date(time).toISOString()
  const past = time - now
  const [unit, length] = UNITS.find(([, size]) => Math.abs(past) >= size) ?? ['second', 1000]
  return (
    <time dateTime={exact} title={exact} className="tabular-nums">
      {format.format(Math.round(past / length), unit)}
    </time>
  )
}
