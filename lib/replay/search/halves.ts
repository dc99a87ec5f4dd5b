import type { Share } from './question'
import { differenceInterval, type Interval, NINETY_NINE_PERCENT } from './share-interval'

/** An answer of which half of the items was hidden, by its number from 0. */
export interface HalfSample {
  readonly number: number
  readonly held: boolean
}

/** An item's part in how often a check holds. */
export interface Part {
  readonly item: number
  readonly with: Share
  readonly without: Share
  readonly interval: Interval
}

/** the chance that any item is named that adds nothing */
const NAMED_WRONGLY = 0.01

/**
 * Returns whether an answer shows an item: about half of them do, as drawn for each answer and item alone.
 * The same in every process: it goes on after a restart from what was stored.
 */
export function isShownInHalf(number: number, item: number): boolean {
  return mixed(mixed(number + 1) + mixed(~item)) < 2 ** 31
}

/**
 * The items that add to how often a check holds, by the difference of the answers that show each and those
 * that hide it; with what `known` ones add, whether or not it is sure. An interval without 0 is sure: it is
 * as wide as so many items need. Those that are known are few and were weighed before: 99 % are enough.
 */
export function partsAmong(
  samples: readonly HalfSample[],
  { itemCount, known }: { itemCount: number; known: readonly number[] },
): Part[] {
  const sure = normalQuantile(NAMED_WRONGLY / Math.max(1, itemCount - known.length))
  const held = samples.filter((sample) => sample.held).length
  return shownAmong(samples, itemCount).flatMap((shown, item) => {
    const hidden = { held: held - shown.held, of: samples.length - shown.of }
    if (shown.of === 0 || hidden.of === 0) return []
    const isKnown = known.includes(item)
    const interval = differenceInterval(shown, hidden, isKnown ? NINETY_NINE_PERCENT : sure)
    return isKnown || interval.low > 0 ? [{ item, with: shown, without: hidden, interval }] : []
  })
}

/** Of each item, the answers that show it. */
function shownAmong(samples: readonly HalfSample[], itemCount: number): Share[] {
  const of = new Uint32Array(itemCount)
  const heldOf = new Uint32Array(itemCount)
  for (const { number, held } of samples) {
    for (let item = 0; item < itemCount; item++) {
      if (!isShownInHalf(number, item)) continue
      of[item] = (of[item] ?? 0) + 1
      if (held) heldOf[item] = (heldOf[item] ?? 0) + 1
    }
  }
  return Array.from(of, (count, item) => ({ held: heldOf[item] ?? 0, of: count }))
}

/** The bits of a number, each dependent on all of them (MurmurHash3's last step). */
function mixed(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The normal quantile that so small a chance lies above (Abramowitz and Stegun, 26.2.23). */
function normalQuantile(chance: number): number {
  const t = Math.sqrt(-2 * Math.log(chance))
  const above = 2.515517 + t * (0.802853 + t * 0.010328)
  return t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
}
