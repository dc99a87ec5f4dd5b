/** Sizes of a context at which something is said or done, in percent of the model's window (agent page, "Thresholds"). */
export interface ContextThresholds {
  warning: number
  error: number
  /** null: nothing is compacted by itself */
  compaction: number | null
}

/** Where the installation sets no others. */
export const DEFAULT_THRESHOLDS = {
  warning: 60,
  error: 80,
  compaction: 92,
} as const satisfies ContextThresholds

/** The window that is assumed where neither the model's server nor a person says it, in tokens. */
export const DEFAULT_WINDOW = 200_000

/** The last mark that a size has reached. */
export type ContextLevel = 'below' | 'warning' | 'error' | 'compaction'

/** A mark in tokens: the smallest size that has reached it. */
export function thresholdTokens(percent: number, window: number): number {
  // Multiplied first: 0.07 * 100 is a little more than 7.
  return Math.ceil((percent * window) / 100)
}

/** Which mark a size has reached, the highest one; reaching is `>=`. */
export function levelOf(
  tokens: number,
  window: number,
  thresholds: ContextThresholds,
): ContextLevel {
  const has = (percent: number) => tokens >= thresholdTokens(percent, window)
  if (thresholds.compaction !== null && has(thresholds.compaction)) return 'compaction'
  if (has(thresholds.error)) return 'error'
  return has(thresholds.warning) ? 'warning' : 'below'
}
