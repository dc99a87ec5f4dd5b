import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { LOCALES, type Locale } from '@/lib/text/locale'
import { factsShown, SEED_REASONS } from '@/tests/support/seed-reasons'
import { seedReasonWords, wireReasonWords } from './seed-reason-words'

const textsIn = (locale: Locale) =>
  createTranslator({
    locale,
    messages: messagesOf(locale),
    onError: (error) => {
      throw error
    },
  })

/** A number as formatted in a language, other facts unchanged. */
const written = (locale: Locale, fact: string) =>
  /^\d+$/.test(fact) ? Number(fact).toLocaleString(locale) : fact

describe.each(LOCALES)('why something was not taken over, in %s', (locale) => {
  const t = textsIn(locale)

  test.each(SEED_REASONS)('says $code with its facts', (reason) => {
    const said = seedReasonWords(t, reason)
    for (const fact of factsShown(reason)) expect(said).toContain(written(locale, fact))
  })
})

describe('the reason why something was not taken', () => {
  const t = textsIn('de')

  test('shows hidden characters', () => {
    expect(seedReasonWords(t, { code: 'overlaps', path: '/a\u202eb' })).toContain('/a[RLO]b')
  })

  test('is shown as stored if it is older than the codes', () => {
    expect(wireReasonWords(t, { reason: 'not text' })).toBe('not text')
  })

  test('is empty if everything was taken', () => {
    expect(wireReasonWords(t, { reason: null, why: null })).toBeNull()
  })
})
