/** Amounts below it are told as being under it. */
export const ONE_CENT = 0.01

/** An amount in dollars, rounded up to whole cents. */
export function upToCents(usd: number): number {
  // What binary fractions add is no cent.
  return Math.ceil(Number((100 * usd).toFixed(6))) / 100
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
  if (usd === null || usd === 0) return ''
  if (usd < ONE_CENT) return `, under ${DOLLARS.format(ONE_CENT)}`
  return `, ${bound} ${DOLLARS.format(upToCents(usd))}`
}

const DOLLARS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
