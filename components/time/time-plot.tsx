import { Flag } from 'lucide-react'
import { formats, texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { ChangeDensity } from '@/lib/store/changes/change-times'
import { inkStep } from '@/lib/store/model/age-step'
import { bucketOf, monthMarks } from '@/lib/store/model/change-buckets'
import { plainName } from '@/lib/text/plain-text'
import { apart } from './apart'

export interface TimePlotProps {
  density: ChangeDensity
  /** the last change of the moment shown */
  sequence: number
  /** the page's address without the moment */
  address: string
}

/** A store's changes as bars of equally many, with the months and the named moments. */
export async function TimePlot({ density, sequence, address }: TimePlotProps) {
  const t = await texts()
  const format = await formats()
  const { buckets, moments, from, lastSequence } = density
  if (buckets.length === 0) return null
  const tallest = Math.max(1, ...buckets.map(({ bytesChanged }) => bytesChanged))
  const shareOf = (at: number) => (100 * (at - from)) / Math.max(lastSequence - from, 1)
  const startOf = (bucket: number) => (100 * bucket) / buckets.length
  const months = apart(
    monthMarks(buckets, 'UTC').map((mark) => ({ ...mark, at: startOf(mark.bucket) })),
    MONTH_SHARE,
  )
  const flags = moments.map((moment) => ({ ...moment, at: shareOf(moment.sequence) })).reverse()
  const named = new Set(apart(flags, FLAG_SHARE))
  const lastOfPast = sequence < lastSequence ? bucketOf(buckets, sequence) : null
  return (
    <div className="absolute inset-0 mx-1.5">
      <div
        aria-hidden
        className="time-bars absolute inset-x-0 bottom-[15px] flex h-6 items-end gap-px max-md:gap-0"
      >
        {buckets.map(({ firstSequence, bytesChanged, changesMemories }, index) => (
          <i
            key={firstSequence}
            data-later={lastOfPast !== null && index > lastOfPast ? '' : undefined}
            style={{
              height: changesMemories ? `${heightOf(bytesChanged, tallest)}%` : 0,
              background: `var(--age-${lastOfPast !== null && index > lastOfPast ? 5 : inkStep((buckets.length - 1 - index) / buckets.length)})`,
            }}
          />
        ))}
      </div>
      {lastOfPast === null ? null : (
        <div
          aria-hidden
          className="hatched absolute right-0 bottom-[15px] h-6"
          style={{ left: `${shareOf(sequence)}%` }}
        />
      )}
      <div aria-hidden className="max-md:hidden">
        {months.map(({ at, year, month }) => (
          <span
            key={`${year}-${month}`}
            className="absolute -bottom-px text-[10.5px] leading-3.5 whitespace-nowrap text-ink-3"
            style={{ left: `${at}%` }}
          >
            {format.dateTime(Date.UTC(year, month - 1, 15), { month: 'short' })}
          </span>
        ))}
      </div>
      {flags.length === 0 ? null : (
        <ul aria-label={t('Time.named')}>
          {flags.map((flag) => (
            <li key={flag.sequence}>
              <Link
                href={
                  flag.sequence >= lastSequence
                    ? address
                    : `${address}${address.includes('?') ? '&' : '?'}at=${flag.sequence}`
                }
                title={plainName(flag.name)}
                scroll={false}
                className={classNames(
                  'time-flag',
                  flag.at > 80 && '-translate-x-full flex-row-reverse',
                )}
                style={{ left: `${flag.at}%` }}
              >
                <Flag size={10} aria-hidden className="shrink-0" />
                <span
                  className={classNames(
                    named.has(flag) ? 'max-w-24 truncate rounded-mark bg-well px-0.5' : 'sr-only',
                  )}
                >
                  {plainName(flag.name)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Minimum distance of labels, in per cent of the bar. */
const MONTH_SHARE = 4
const FLAG_SHARE = 9

/**
 * Returns the height of a bar in per cent: sizes differ by powers of ten, so the height grows
 * slower than they do.
 */
function heightOf(bytes: number, tallest: number): number {
  return Math.round(12 + 88 * (bytes / tallest) ** 0.3)
}
