import { formats, texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { CountedBucket } from '@/lib/store/changes/change-times'
import { type AgeStep, ageStep } from '@/lib/store/model/age-step'
import type { TimeBucket } from '@/lib/store/model/time-buckets'
import { DAY_MS } from '@/lib/text/day-ms'

export interface ChangePlotProps {
  /** equally long, the oldest first */
  buckets: readonly CountedBucket[]
  now: number
  /** the log of one bucket's time */
  addressOf: (time: TimeBucket) => string
}

/** The two oldest steps of ink would not be told from the sheet. */
const INK: Record<AgeStep, string> = {
  0: 'bg-age-0',
  1: 'bg-age-1',
  2: 'bg-age-2',
  3: 'bg-age-3',
  4: 'bg-line-2',
  5: 'bg-line-2',
}

/** Plots changes over time as bars; each links to the log narrowed to its span. */
export async function ChangePlot({ buckets, now, addressOf }: ChangePlotProps) {
  const t = await texts()
  const format = await formats()
  const [first] = buckets
  const last = buckets.at(-1)
  if (!first || !last || buckets.every(({ count }) => count === 0)) return null
  const most = Math.max(...buckets.map(({ count }) => count))
  const isByDays = first.to - first.from + 1 >= DAY_MS
  const spanOf = ({ from, to }: TimeBucket) => {
    const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
    const time = { ...day, year: undefined, hour: '2-digit', minute: '2-digit' } as const
    return format.dateTimeRange(from, to, isByDays ? day : time)
  }
  return (
    <nav
      aria-label={t('Log.plot')}
      className="border-b border-line px-6 pt-3 pb-2 max-md:hidden max-md:px-4 max-md:[body:has([data-filter-button]:checked)_&]:block"
    >
      {/* From right to left, so that what is newest is in sight where not all fits. */}
      <ol dir="rtl" className="flex flex-row overflow-x-auto">
        {buckets.toReversed().map((bucket) => (
          <li key={bucket.from} className="h-12 min-w-6 flex-1 border-b border-line-2">
            {bucket.count === 0 ? null : (
              <Link
                dir="ltr"
                href={addressOf(bucket)}
                scroll={false}
                title={`${spanOf(bucket)}: ${t('Log.count', { count: bucket.count })}`}
                aria-label={`${spanOf(bucket)}: ${t('Log.count', { count: bucket.count })}`}
                className="flex h-full items-end rounded-t-mark px-px outline-offset-[-2px] hover:bg-hover"
              >
                <span
                  className={classNames('w-full rounded-t-[2px]', INK[ageStep(bucket.to, now)])}
                  style={{ height: `${heightOf(bucket.count, most)}%` }}
                />
              </Link>
            )}
          </li>
        ))}
      </ol>
      <p aria-hidden className="mt-1 flex justify-between gap-4 text-label text-ink-3 tabular-nums">
        <span>{spanOf(first)}</span>
        <span>{spanOf(last)}</span>
      </p>
    </nav>
  )
}

/** Logarithmic: a bar of one change is seen beside one of a thousand. */
function heightOf(count: number, most: number): number {
  return Math.max(8, Math.round((Math.log1p(count) / Math.log1p(most)) * 100))
}
