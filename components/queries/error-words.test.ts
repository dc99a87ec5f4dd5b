import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { sourceProblemInEnglish } from '@/lib/store/model/source-problem-in-english'
import { LOCALES, type Locale } from '@/lib/text/locale'
import { SOURCE_PROBLEMS } from '@/tests/support/source-problems'
import { RefusedError, type RefusedWhy } from './ask'
import { errorWords } from './error-words'

const textsIn = (locale: Locale) =>
  createTranslator({
    locale,
    messages: messagesOf(locale),
    onError: (error) => {
      throw error
    },
  })

const refused = (why: RefusedWhy | null) => new RefusedError(400, 'As the API says it.', null, why)

describe.each(LOCALES)('why a source cannot be read, in %s', (locale) => {
  const t = textsIn(locale)

  test.each(SOURCE_PROBLEMS)('says $code with its facts', (problem) => {
    const said = errorWords(t, refused(problem))
    for (const [name, fact] of Object.entries(problem) as [string, string | number][]) {
      if (['code', 'kind', 'how'].includes(name)) continue
      expect(said).toContain(typeof fact === 'number' ? fact.toLocaleString(locale) : fact)
    }
    expect(said).not.toBe('As the API says it.')
  })
})

test.each(SOURCE_PROBLEMS)('the API says $code in a sentence of its own', (problem) => {
  expect(sourceProblemInEnglish(problem)).toMatch(/^\S.* .*/)
})

test('a problem that the page has no words for is told in the server’s', () => {
  const t = textsIn('de')
  expect(errorWords(t, refused({ code: 'of_the_next_version' }))).toBe('As the API says it.')
  expect(errorWords(t, refused(null))).toBe('As the API says it.')
})
