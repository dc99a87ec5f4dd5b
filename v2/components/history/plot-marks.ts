import type { DensityBar } from '@/lib/store/moments'

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
