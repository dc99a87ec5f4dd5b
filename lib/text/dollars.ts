const ONE_CENT = 0.01

/** An amount in dollars, rounded up to whole cents. */
export function upToCents(usd: number): number {
  // What binary fractions add is no cent.
  return Math.ceil(Number((100 * usd).toFixed(6))) / 100
}

/** An amount as it is told: with its bound, or as being under a cent. */
export interface ToldAmount {
  usd: number
  isUnder: boolean
}

/** Returns how an amount in dollars is told; null: nothing is said of what is not known, or free. */
export function toldAmount(usd: number | null): ToldAmount | null {
  if (usd === null || usd === 0) return null
  const isUnder = usd < ONE_CENT
  return { usd: isUnder ? ONE_CENT : upToCents(usd), isUnder }
}

/** The likely price of work in English: ", up to about $0.42"; '' where nothing is to be said of money. */
export function likelyMoneyInEnglish(usd: number | null): string {
  return inEnglish(usd, 'up to about')
}

/** The most that work has cost, in English: ", at most $0.42"; '' where nothing is to be said of money. */
export function spentMoneyInEnglish(usd: number | null): string {
  return inEnglish(usd, 'at most')
}

function inEnglish(usd: number | null, bound: string): string {
  const told = toldAmount(usd)
  return told === null ? '' : `, ${told.isUnder ? 'under' : bound} ${DOLLARS.format(told.usd)}`
}

const DOLLARS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
