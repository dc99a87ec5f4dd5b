/* The sums by which numbers tell their own typing errors. All take digits only. */

const digitsOf = (number: string): number[] => [...number].map(Number)

/** The sum of digits, each times its weight. */
export function weighted(number: string, weights: readonly number[]): number {
  return digitsOf(number)
    .slice(0, weights.length)
    .reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0)
}

/** Luhn's (ISO/IEC 7812-1): cards, Swedish and other numbers. */
export function isLuhn(number: string): boolean {
  const sum = digitsOf(number)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? digit : digit * 2
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

/** ISO/IEC 7064, MOD 11,10: the German tax number. */
export function isMod1110(number: string): boolean {
  const digits = digitsOf(number)
  const check = digits.pop()
  let product = 10
  for (const digit of digits) {
    const sum = (digit + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (11 - product) % 10 === check
}

const PERMUTED = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
] as const

/** Verhoeff's, over the symmetries of a pentagon: Aadhaar. */
export function isVerhoeff(number: string): boolean {
  const check = digitsOf(number)
    .reverse()
    .reduce((sum, digit, index) => turned(sum, PERMUTED[index % 8]?.[digit] ?? 0), 0)
  return check === 0
}

/** Two symmetries of a pentagon, one after the other: 0 to 4 turn, 5 to 9 flip. */
function turned(one: number, other: number): number {
  if (one < 5) return other < 5 ? (one + other) % 5 : ((one + other) % 5) + 5
  return other < 5 ? ((one - other + 5) % 5) + 5 : (one - other + 5) % 5
}

/** Returns whether a month and a day, as numbers, can be a date. */
export function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}
