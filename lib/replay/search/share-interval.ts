import type { Share } from './question'

export interface Interval {
  readonly low: number
  readonly high: number
}

/** The normal quantiles of two-sided intervals. */
const NINETY_PERCENT = 1.645
export const NINETY_NINE_PERCENT = 2.58

/**
 * Wilson's score interval of a share (E. B. Wilson, 1927). `of` is at least 1; `z` is the normal
 * quantile.
 */
export function wilsonInterval({ held, of }: Share, z: number): Interval {
  const share = held / of
  const denominator = 1 + (z * z) / of
  const centre = share + (z * z) / (2 * of)
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  return { low: (centre - spread) / denominator, high: (centre + spread) / denominator }
}

/**
 * The interval of the difference of two independent shares, after Newcombe (Statistics in Medicine
 * 17, 1998, method 10): built from Wilson's, so that it is never a point, not even at 5 of 5 against
 * 0 of 5. Both shares are of at least one sample.
 */
export function differenceInterval(one: Share, other: Share, z = NINETY_PERCENT): Interval {
  const first = wilsonInterval(one, z)
  const second = wilsonInterval(other, z)
  const a = one.held / one.of
  const b = other.held / other.of
  return {
    low: a - b - Math.hypot(a - first.low, second.high - b),
    high: a - b + Math.hypot(first.high - a, b - second.low),
  }
}
