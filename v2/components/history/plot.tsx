import { clsx } from 'clsx'
import { Flag } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Link } from '@/components/ui/link'
import type { DensityBar, NamedMoment } from '@/lib/store/moments'
import { plainName } from '@/lib/text/visible-text'
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
const MONTH_SHARE = 5
const FLAG_SHARE = 9

/** A store's changes as bars of equally many, with the months and the named moments. */
export function Plot({ bars, named, sequence, last, address }: PlotProps) {
  const t = useTranslations('Time')
  const format = useFormatter()
  const tallest = Math.max(1, ...bars.map(({ bytes }) => bytes))
  const shareOf = (at: number) => (100 * at) / Math.max(last, 1)
  const marks = monthMarks(bars).map((mark) => ({ ...mark, at: (100 * mark.bar) / bars.length }))
  const flags = named.map((moment) => ({ ...moment, at: shareOf(moment.sequence) })).reverse()
  const labelled = new Set(apart(flags, FLAG_SHARE))
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
        {apart(marks, MONTH_SHARE).map(({ at, month }) => (
          <span
            key={at}
            suppressHydrationWarning
            className="absolute -bottom-px text-[10.5px] leading-3.5 whitespace-nowrap text-ink-3"
            style={{ left: `${at}%` }}
          >
            {format.dateTime(month, { month: 'short', timeZone: 'UTC' })}
          </span>
        ))}
      </div>
      {flags.length === 0 ? null : (
        // A phone has no room for their flags: they are listed on the overview.
        <ul aria-label={t('named')} className="max-md:hidden">
          {flags.map((flag) => (
            <li key={flag.sequence}>
              <Link
                href={momentAddress(address, flag.sequence, last)}
                title={plainName(flag.name)}
                scroll={false}
                className={clsx('time-flag', flag.at > 80 && '-translate-x-full flex-row-reverse')}
                style={{ left: `${flag.at}%` }}
              >
                <Flag size={10} aria-hidden className="shrink-0" />
                <span
                  className={
                    labelled.has(flag) ? 'max-w-24 truncate rounded-mark bg-well px-0.5' : 'sr-only'
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

/** A month that begins within a time bar. */
export interface MonthMark {
  /** the first bar with a change of the month, or of a later one */
  bar: number
  /** its first day, UTC */
  month: Date
}

/** The bars in which months begin, the first bar included. */
export function monthMarks(bars: readonly Pick<DensityBar, 'fromAt' | 'toAt'>[]): MonthMark[] {
  const marks: MonthMark[] = []
  for (const [bar, { fromAt, toAt }] of bars.entries()) {
    // A month that begins within a bar is marked there, not at the next one.
    const month = monthOf(marks.length === 0 ? fromAt : toAt)
    const last = marks.at(-1)
    if (!last || month > last.month) marks.push({ bar, month })
  }
  return marks
}

const monthOf = (time: Date) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1))

/** Keeps the marks, in order, that are at least `share` from the last one kept. */
export function apart<Mark extends { at: number }>(marks: readonly Mark[], share: number): Mark[] {
  const kept: Mark[] = []
  for (const mark of marks) {
    const last = kept.at(-1)
    if (!last || mark.at - last.at >= share) kept.push(mark)
  }
  return kept
}
