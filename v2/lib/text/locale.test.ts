import { expect, test } from 'vitest'
import { preferredLocale } from './locale'

test.each([
  [null, 'en'],
  ['', 'en'],
  ['fr', 'en'],
  ['de', 'de'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['en;q=0.5, ko;q=0.7', 'ko'],
  ['fr-FR, de-CH;q=0.3, en;q=0', 'de'],
  ['KO-kr', 'ko'],
  ['de;q=much, en', 'en'],
])('of %j the language is %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale)
})
