/**
 * The shares of these counts in all of them, in whole per cent that add up to 100: what rounding down
 * leaves goes to the largest remainders. All are 0 if the counts are.
 */
export function wholePercents(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (100 * count) / all)
  const percents = exact.map(Math.floor)
  const left = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const remainderAt = (index: number) => (exact[index] ?? 0) - (percents[index] ?? 0)
  const largest = [...counts.keys()].toSorted((one, other) => remainderAt(other) - remainderAt(one))
  const raised = new Set(largest.slice(0, left))
  return percents.map((percent, index) => percent + (raised.has(index) ? 1 : 0))
}
