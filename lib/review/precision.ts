import type { RulePrecision } from './model/metrics'

/** Of fewer cases a share says nothing. */
const MIN_CASES = 5

/** The quantile of 95 %. */
const Z = 1.96

/** The share of what was right, with its interval by Wilson's method. */
export function precisionOf(right: number, wrong: number): RulePrecision['precision'] {
  const cases = right + wrong
  if (cases === 0) return null
  const share = right / cases
  const square = Z * Z
  const middle = share + square / (2 * cases)
  const width = Z * Math.sqrt((share * (1 - share) + square / (4 * cases)) / cases)
  const whole = 1 + square / cases
  const low = Math.max(0, (middle - width) / whole)
  const high = Math.min(1, (middle + width) / whole)
  return { share, low, high, isTooFew: cases < MIN_CASES }
}
