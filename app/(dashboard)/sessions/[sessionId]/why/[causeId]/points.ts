import type { Added } from '@/lib/replay/model/replay'

/** The difference of two shares, -1 to 1. */
export function differenceOf(adds: Pick<Added, 'with' | 'without'>): number {
  return adds.with.held / adds.with.of - adds.without.held / adds.without.of
}

/** A difference of shares as points of a hundred, with its sign: `+27`. */
export function inPoints(difference: number): string {
  const points = Math.round(100 * difference)
  return points < 0 ? `−${-points}` : `+${points}`
}
