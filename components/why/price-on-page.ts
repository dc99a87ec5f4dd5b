import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { type Price, priceWords } from './price-words'

/** What asking a model is likely to cost, in words, where the server renders them. */
export async function priceOnPage(price: Price): Promise<string> {
  const t = await texts()
  return priceWords((key, values) => t(`Price.${key}`, values), price)
}
