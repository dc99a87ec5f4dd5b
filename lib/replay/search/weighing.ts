import type { Share } from './question'
import { differenceInterval, NINETY_NINE_PERCENT } from './share-interval'

/** An item that was found, weighed by itself: all shown against all but the item. */
export interface Weighing {
  readonly item: number
  readonly all: Share
  readonly less: Share
}

const MIN_WEIGHING = 8
const MAX_WEIGHING = 60

/** True if an item makes the check likelier, 99 % sure, as it is looked at again and again; null: not known yet. */
export function weightOf({ all, less }: Pick<Weighing, 'all' | 'less'>): boolean | null {
  if (all.of === 0 || less.of < MIN_WEIGHING) return null
  if (lowest({ all, less }) > 0) return true
  return less.of >= MAX_WEIGHING ? false : null
}

/** The one to weigh next: each often enough to say anything, then the one that is nearest to it. */
export function nextToWeigh(open: readonly Weighing[]): Weighing | undefined {
  const [begun] = open.filter(({ less }) => less.of < MIN_WEIGHING)
  if (begun) return begun
  return open.toSorted((one, other) => lowest(other) - lowest(one))[0]
}

/** Of so many samples, those that show all, so that both sides come to about as many. */
export function wholesAmong({ all, less }: Weighing, count: number): number {
  let wholes = 0
  for (let index = 1; index < count; index += 2) if (all.of <= less.of + index - 4) wholes++
  return wholes
}

function lowest({ all, less }: Pick<Weighing, 'all' | 'less'>): number {
  return differenceInterval(all, less, NINETY_NINE_PERCENT).low
}
