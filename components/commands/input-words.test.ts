import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { INPUT_FIELDS, type InputPart, type InputRule } from '@/lib/store/model/invalid-input'
import { LOCALES, type Locale } from '@/lib/text/locale'
import { BROKEN_RULES, shownFacts } from '@/tests/support/broken-rules'
import { inputWords } from './input-words'

const wordsIn = (locale: Locale) => {
  const t = createTranslator({
    locale,
    messages: messagesOf(locale),
    onError: (error) => {
      throw error
    },
  })
  return (field: InputPart, broken: InputRule) => inputWords(t, { field, ...broken })
}

/** A number as formatted in a language, other facts unchanged. */
const written = (locale: Locale, fact: string) =>
  /^\d+$/.test(fact) ? Number(fact).toLocaleString(locale) : fact

describe.each(LOCALES)('a refused input, in %s', (locale) => {
  const words = wordsIn(locale)

  test.each(BROKEN_RULES)('says $rule with its limits', (broken) => {
    const said = words('content', broken)
    for (const fact of shownFacts(broken)) expect(said).toContain(written(locale, fact))
  })

  test('has different words for every rule', () => {
    const said = BROKEN_RULES.map((broken) => words('content', broken))
    expect(new Set(said).size).toBe(said.length)
  })

  test.each(INPUT_FIELDS)('has a name for %s', (field) => {
    const { [field]: label } = messagesOf(locale).InputField
    expect(words(field, { rule: 'empty' })).toMatch(new RegExp(`^${label}: \\S`))
  })

  test('names the field concerned, with hidden characters shown', () => {
    expect(words('metadata.a\u202eb', { rule: 'empty' })).toContain('(a[RLO]b)')
  })
})

test('is in the reader’s language, not in English', () => {
  expect(wordsIn('de')('path', { rule: 'not_absolute' })).toBe('Pfad: muss mit / beginnen')
})
