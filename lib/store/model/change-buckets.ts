/** Consecutive changes of a store as one bar of the time bar. */
export interface ChangeBucket {
  /** the first and the last change, both included */
  firstSequence: number
  lastSequence: number
  /** the times of both, milliseconds since 1970 */
  firstAt: number
  lastAt: number
  /**
   * by how many bytes its versions grew or shrank, each compared with the one before; of more than
   * eight changes estimated from eight
   */
  bytesChanged: number
  /** whether a memory was changed in it, and not only redacted, or the store itself changed */
  changesMemories: boolean
}

/** The most bars that a time bar has. */
export const MAX_BUCKETS = 240

/**
 * The first and the last change of each of `count` buckets, whose lengths differ by one at most; from
 * `first` on.
 */
export function bucketSpans(
  lastSequence: number,
  count: number,
  first = 1,
): { firstSequence: number; lastSequence: number }[] {
  const changes = lastSequence - first + 1
  const most = Math.max(0, Math.min(Math.trunc(count), MAX_BUCKETS, changes))
  const endOf = (index: number) => first - 1 + Math.floor((changes * (index + 1)) / most)
  return Array.from({ length: most }, (_, index) => ({
    firstSequence: index === 0 ? first : endOf(index - 1) + 1,
    lastSequence: endOf(index),
  }))
}

/** The bucket of a change: its index; the nearest for a change before or after all of them. */
export function bucketOf(buckets: readonly { firstSequence: number }[], sequence: number): number {
  const after = buckets.findIndex(({ firstSequence }) => firstSequence > sequence)
  return Math.max(0, (after === -1 ? buckets.length : after) - 1)
}

/** A month that begins within a time bar. */
export interface MonthMark {
  /** the first bucket with a change of the month, or of a later one */
  bucket: number
  year: number
  /** from 1 */
  month: number
}

/**
 * Returns the buckets in which months begin, the first bucket included, in somebody's time zone.
 */
export function monthMarks(
  buckets: readonly Pick<ChangeBucket, 'firstAt' | 'lastAt'>[],
  timeZone: string,
): MonthMark[] {
  const monthOf = monthsIn(timeZone)
  const marks: MonthMark[] = []
  for (const [bucket, { firstAt, lastAt }] of buckets.entries()) {
    // A month that begins within a bucket is marked there, not at the next one.
    const found = marks.length === 0 ? monthOf(firstAt) : monthOf(lastAt)
    const last = marks.at(-1)
    const isLater =
      !last || found.year > last.year || (found.year === last.year && found.month > last.month)
    if (isLater) marks.push({ bucket, ...found })
  }
  return marks
}

function monthsIn(timeZone: string): (time: number) => { year: number; month: number } {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
  })
  return (time) => {
    const parts = format.formatToParts(time)
    const numberOf = (type: 'year' | 'month') =>
      Number(parts.find((part) => part.type === type)?.value)
    return { year: numberOf('year'), month: numberOf('month') }
  }
}
