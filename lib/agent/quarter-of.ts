const QUARTER_MS = 6 * 3_600_000

/** The beginning of the quarter of a day (by UTC) that a time lies in: costs are counted by it. */
export function quarterOf(time: number): number {
  return time - (time % QUARTER_MS)
}
