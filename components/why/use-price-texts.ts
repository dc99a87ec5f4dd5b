'use client'

import { useFormatter, useTranslations } from 'use-intl'
import { IN_DOLLARS, type PriceTexts } from './price-words'

/** The language that prices are told in, in the browser. */
export function usePriceTexts(): PriceTexts {
  const t = useTranslations('Price')
  const format = useFormatter()
  return {
    say: (key, values) => t(key, values),
    dollars: (amount) => format.number(amount, IN_DOLLARS),
  }
}
