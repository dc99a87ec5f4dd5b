import 'server-only'
import { formats, texts } from '@/components/i18n/server-texts'
import {
  IN_DOLLARS,
  likelyMoney,
  type Price,
  type PriceTexts,
  priceWords,
  spentMoney,
} from './price-words'

/** What asking a model is likely to cost, in words, where the server renders them. */
export async function priceOnPage(price: Price): Promise<string> {
  return priceWords(await priceTexts(), price)
}

/** The likely price of work in money, in words; null: nothing is said of money. */
export async function likelyMoneyOnPage(usd: number | null): Promise<string | null> {
  return likelyMoney(await priceTexts(), usd)
}

/** The money that work took, in words; null: nothing is said of money. */
export async function spentMoneyOnPage(usd: number | null): Promise<string | null> {
  return spentMoney(await priceTexts(), usd)
}

async function priceTexts(): Promise<PriceTexts> {
  const t = await texts()
  const format = await formats()
  return {
    say: (key, values) => t(`Price.${key}`, values),
    dollars: (amount) => format.number(amount, IN_DOLLARS),
  }
}
