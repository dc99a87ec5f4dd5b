import { describe, expect, test } from 'vitest'
import { createFormatter, createTranslator } from 'use-intl/core'
import { messagesOf } from '@/components/i18n/messages'
import { LOCALES, type Locale } from '@/lib/text/locale'
import { IN_DOLLARS, type PriceTexts, priceWords, spentMoney } from './price-words'

function textsIn(locale: Locale): PriceTexts {
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: 'Price' })
  const format = createFormatter({ locale, timeZone: 'UTC' })
  return {
    say: (key, values) => t(key, values),
    // Intl parts an amount from its sign with a space that does not break.
    dollars: (amount) => format.number(amount, IN_DOLLARS).replaceAll('\u00A0', ' '),
  }
}

const english = textsIn('en')

describe('a price in words', () => {
  test('is told in tokens, and in money where its models have prices', () => {
    const price = { tokens: 120_000, isFree: false }
    expect(priceWords(english, { ...price, usd: null })).toBe('about 120,000 tokens')
    expect(priceWords(english, { ...price, usd: 0.4101 })).toBe(
      'about 120,000 tokens, up to about $0.42',
    )
  })

  test('of less than a cent is said to be under it, never to be nothing', () => {
    const price = { tokens: 90, isFree: false }
    expect(priceWords(english, { ...price, usd: 0.0003 })).toBe('about 90 tokens, under $0.01')
    expect(priceWords(english, { ...price, usd: 0 })).toBe('about 90 tokens')
  })

  test('is free with the practice agent, and nothing else is said', () => {
    const price = { tokens: 90, isFree: true, usd: 0 }
    expect(priceWords(english, price)).toBe('free with the practice agent')
  })

  test('of what was used is the most that it cost', () => {
    expect(spentMoney(english, 1234.5)).toBe('at most $1,234.50')
    expect(spentMoney(english, null)).toBeNull()
    expect(spentMoney(english, 0)).toBeNull()
  })

  test('is written as each language writes dollars', () => {
    const price = { tokens: 1_200, isFree: false, usd: 1.5 }
    expect(LOCALES.map((locale) => priceWords(textsIn(locale), price))).toEqual([
      'about 1,200 tokens, up to about $1.50',
      '약 1,200 토큰, 최대 약 US$1.50',
      'etwa 1.200 Token, bis zu etwa 1,50 $',
      'cerca de 1.200 tokens, até cerca de US$ 1,50',
    ])
  })
})
