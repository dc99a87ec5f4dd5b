import { clsx } from 'clsx'
import { Flag } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Link } from '@/components/ui/link'
import { useTimeZone } from '@/components/ui/time'
import type { DensityBar, NamedMoment } from '@/lib/store/moments'
import { plainName } from '@/lib/text/visible-text'
import { DAY_MS } from '@/lib/text/short-age'
import { inkStep } from './ink'

export interface PlotProps {
  bars: readonly DensityBar[]
  /** latest first */
  named: readonly Pick<NamedMoment, 'sequence' | 'name'>[]
  /** the last change of the moment shown, and of the store */
  sequence: number
  last: number
  /** the page's address without the moment */
  address: string
}

/** Minimum distance of labels, in per cent of the bar. */
const MARK_SHARES: Record<MarkUnit, number> = { month: 5, day: 7, hour: 9, minute: 9 }
const FLAG_SHARE = 9

const MARK_SHAPES = {
  month: { month: 'short' },
  day: { month: 'short', day: 'numeric' },
  hour: { timeStyle: 'short' },
  minute: { timeStyle: 'short' },
} as const

/** A store's changes as bars of equally many, with months, days or hours and the named moments. */
export function Plot({ bars, named, sequence, last, address }: PlotProps) {
  const t = useTranslations('Time')
  const format = useFormatter()
  const ofReader = useTimeZone()
  const tallest = Math.max(1, ...bars.map(({ bytes }) => bytes))
  const shareOf = (at: number) => (100 * at) / Math.max(last, 1)
  const { unit, marks: begun } = timeMarks(bars)
  const marks = begun.map((mark) => ({ ...mark, at: (100 * mark.bar) / bars.length }))
  // Days and months are those of UTC, where they were told apart.
  const timeZone = unit === 'hour' || unit === 'minute' ? ofReader : 'UTC'
  const flags = named.map((moment) => ({ ...moment, at: shareOf(moment.sequence) })).reverse()
  const labelled = new Set(apart(flags, FLAG_SHARE))
  const rooms = roomsOf(flags)
  const lastOfPast = sequence < last ? barOf(bars, sequence) : bars.length
  return (
    <div className="absolute inset-0 mx-1.5">
      <div
        aria-hidden
        className="time-bars absolute inset-x-0 bottom-[15px] flex h-6 items-end gap-px max-md:gap-0"
      >
        {bars.map(({ from, bytes }, index) => {
          const ink = index > lastOfPast ? 5 : inkStep((bars.length - 1 - index) / bars.length)
          return (
            <i
              key={from}
              style={{ height: `${heightOf(bytes, tallest)}%`, background: `var(--age-${ink})` }}
            />
          )
        })}
      </div>
      {sequence < last ? (
        <div
          aria-hidden
          className="hatched absolute right-0 bottom-[15px] h-6"
          style={{ left: `${shareOf(sequence)}%` }}
        />
      ) : null}
      <div aria-hidden className="max-md:hidden">
        {apart(marks, MARK_SHARES[unit]).map(({ at, time }) => (
          <span
            key={at}
            suppressHydrationWarning
            className="absolute -bottom-px text-[10.5px] leading-3.5 whitespace-nowrap text-ink-3"
            style={{ left: `${at}%` }}
          >
            {format.dateTime(time, { ...MARK_SHAPES[unit], timeZone })}
          </span>
        ))}
      </div>
      {flags.length === 0 ? null : (
        // A phone has no room for their flags: they are listed on the overview.
        <ul aria-label={t('named')} className="max-md:hidden">
          {flags.map((flag, index) => (
            <li key={flag.sequence}>
              <Link
                href={momentAddress(address, flag.sequence, last)}
                title={plainName(flag.name)}
                scroll={false}
                className={clsx(
                  'time-flag',
                  isLeftward(flag) && '-translate-x-full flex-row-reverse',
                )}
                style={{
                  left: `${flag.at}%`,
                  maxWidth: `clamp(7rem, ${rooms[index] ?? 0}%, 15rem)`,
                }}
              >
                <Flag size={10} aria-hidden className="shrink-0" />
                <span
                  className={
                    labelled.has(flag) ? 'min-w-0 truncate rounded-mark bg-well px-0.5' : 'sr-only'
                  }
                >
                  <VisibleLabel text={flag.name} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The address of a page at a moment; the last change is now. */
export function momentAddress(address: string, sequence: number, last: number): string {
  if (sequence >= last) return address
  return `${address}${address.includes('?') ? '&' : '?'}at=${sequence}`
}

/** The bar of a change: its index; the nearest for a change before or after all of them. */
export function barOf(bars: readonly Pick<DensityBar, 'from'>[], sequence: number): number {
  const after = bars.findIndex(({ from }) => from > sequence)
  return Math.max(0, (after === -1 ? bars.length : after) - 1)
}

/** The height of a bar in per cent: sizes differ by powers of ten, so it grows slower than they do. */
export function heightOf(bytes: number, tallest: number): number {
  return bytes === 0 ? 0 : Math.round(12 + 88 * (bytes / Math.max(tallest, 1)) ** 0.3)
}

/** By what a time bar is marked: the longest of which it has several. */
type MarkUnit = 'month' | 'day' | 'hour' | 'minute'

/** A month, day, hour or minute that begins within a time bar. */
interface TimeMark {
  /** the first bar with a change of it, or of a later one */
  bar: number
  /** its beginning, UTC */
  time: Date
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The bars in which months begin, the first bar included; of a shorter time days, hours or minutes. */
export function timeMarks(bars: readonly Pick<DensityBar, 'fromAt' | 'toAt'>[]): {
  unit: MarkUnit
  marks: TimeMark[]
} {
  const unit = unitOf(Number(bars.at(-1)?.toAt) - Number(bars[0]?.fromAt))
  const marks: TimeMark[] = []
  for (const [bar, { fromAt, toAt }] of bars.entries()) {
    // One that begins within a bar is marked there, not at the next one.
    const time = beginOf(marks.length === 0 ? fromAt : toAt, unit)
    const last = marks.at(-1)
    if (!last || time > last.time) marks.push({ bar, time })
  }
  return { unit, marks }
}

function unitOf(span: number): MarkUnit {
  if (span < 2 * HOUR_MS) return 'minute'
  if (span < DAY_MS) return 'hour'
  return span < 60 * DAY_MS ? 'day' : 'month'
}

function beginOf(time: Date, unit: MarkUnit): Date {
  if (unit === 'month') return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1))
  const length = { day: DAY_MS, hour: HOUR_MS, minute: MINUTE_MS }[unit]
  return new Date(Math.floor(time.getTime() / length) * length)
}

/** Near the end a flag is written to its left. */
const isLeftward = ({ at }: { at: number }) => at > 80

/** How far the words of each flag may reach, in per cent: to the next one on their side. */
function roomsOf(flags: readonly { at: number }[]): number[] {
  return flags.map((flag, index) => {
    const beside = flags[isLeftward(flag) ? index - 1 : index + 1]
    if (!beside) return isLeftward(flag) ? flag.at : 100 - flag.at
    const gap = Math.abs(beside.at - flag.at)
    return isLeftward(beside) === isLeftward(flag) ? gap : gap / 2
  })
}

/** Keeps the marks, in order, that are at least `share` from the last one kept. */
export function apart<Mark extends { at: number }>(marks: readonly Mark[], share: number): Mark[] {
  const kept: Mark[] = []
  for (const mark of marks) {
    const last = kept.at(-1)
    if (!last || mark.at - last.at >= share) kept.push(mark)
  }
  return kept
}
