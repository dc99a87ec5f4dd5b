import { toldAmount } from '@/lib/text/dollars'

/** What asking a model is likely to cost. */
export interface Price {
  /** read and written */
  tokens: number
  /** whether the practice agent answers */
  isFree: boolean
  /** US dollars; null: the price of a model is not set, so that nothing is said of money */
  usd: number | null
}

/** The language of whoever reads. */
export interface PriceTexts {
  /** the texts of `Price` */
  say: (
    key: 'free' | 'tokens' | 'likely' | 'spent' | 'under',
    values: Record<string, number | string>,
  ) => string
  /** an amount in dollars */
  dollars: (amount: number) => string
}

/** A likely price in words. */
export function priceWords(texts: PriceTexts, { tokens, isFree, usd }: Price): string {
  if (isFree) return texts.say('free', {})
  return withMoney(texts.say('tokens', { tokens }), likelyMoney(texts, usd))
}

/** The likely price of work: "up to about $0.42", for what a cache has costs less; null: nothing is said of money. */
export function likelyMoney(texts: PriceTexts, usd: number | null): string | null {
  return moneyWords(texts, 'likely', usd)
}

/** The money that work took: "at most $0.42"; null: nothing is said of money. */
export function spentMoney(texts: PriceTexts, usd: number | null): string | null {
  return moneyWords(texts, 'spent', usd)
}

/** What was told of tokens, and of money if anything is to be told of it. */
export function withMoney(tokens: string, money: string | null): string {
  return money === null ? tokens : `${tokens}, ${money}`
}

function moneyWords(
  { say, dollars }: PriceTexts,
  bound: 'likely' | 'spent',
  usd: number | null,
): string | null {
  const told = toldAmount(usd)
  return told && say(told.isUnder ? 'under' : bound, { money: dollars(told.usd) })
}

/** How an amount is written in dollars, for the formatter of a language. */
export const IN_DOLLARS = { style: 'currency', currency: 'USD' } as const
