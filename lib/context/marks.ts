/** Sizes of a context at which something is said or done, in percent of the model's window (agent page, "Thresholds"). */
export interface Marks {
  warning: number
  error: number
  /** null: nothing is compacted by itself */
  compaction: number | null
}

export const USUAL_MARKS: Marks = { warning: 60, error: 80, compaction: 92 }

/** The window that is assumed where neither the model's server nor a person says it, in tokens. */
export const USUAL_WINDOW = 200_000

/** The last mark that a size has reached. */
export type MarkLevel = 'below' | 'warning' | 'error' | 'compaction'

/** A mark in tokens: the smallest size that has reached it. */
export function markTokens(percent: number, window: number): number {
  // Multiplied first: 0.07 * 100 is a little more than 7.
  return Math.ceil((percent * window) / 100)
}

/** Which mark a size has reached, the highest one; reaching is `>=`. */
export function levelOf(tokens: number, window: number, marks: Marks): MarkLevel {
  const has = (percent: number) => tokens >= markTokens(percent, window)
  if (marks.compaction !== null && has(marks.compaction)) return 'compaction'
  if (has(marks.error)) return 'error'
  return has(marks.warning) ? 'warning' : 'below'
}
