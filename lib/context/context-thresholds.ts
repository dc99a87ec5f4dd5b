/**
 * Context sizes at which something is said or done, in percent of the model's window (agent page,
 * "Thresholds").
 */
export interface ContextThresholds {
  warning: number
  error: number
  /** null: never compacted automatically */
  compaction: number | null
}

/** Used where the installation sets none. */
export const DEFAULT_THRESHOLDS = {
  warning: 60,
  error: 80,
  compaction: 92,
} as const satisfies ContextThresholds

/** The window assumed if neither the model's server nor a person gives one, in tokens. */
export const DEFAULT_WINDOW = 200_000

/** The highest threshold that a size has reached. */
export type ContextLevel = 'below' | 'warning' | 'error' | 'compaction'

/** A threshold in tokens: the smallest size that reaches it. */
export function thresholdTokens(percent: number, window: number): number {
  // Multiply first: 0.07 * 100 is slightly more than 7.
  return Math.ceil((percent * window) / 100)
}

/** The highest threshold that a size has reached; reaching is `>=`. */
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
