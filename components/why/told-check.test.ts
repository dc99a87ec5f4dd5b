import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import type { Check } from '@/lib/replay/model/check'
import { LOCALES } from '@/lib/text/locale'
import { toldCheck } from './told-check'

const CHECKS: readonly Check[] = [
  { type: 'contains', text: 'on Fridays' },
  { type: 'lacks', text: 'on Fridays' },
  { type: 'calls', name: 'send_mail' },
  { type: 'matches', pattern: 'Fri|Sat' },
  { type: 'judged', question: 'Is it wrong?', model: 'judge' },
  { type: 'person' },
]

const FIGURES = {
  ...{ line: 4, from: 4, to: 6, file: 'deploy.md', count: 2, sequence: 7 },
  ...{ held: 5, of: 5, heldWithout: 0, ofWithout: 5 },
}

const FOUND = [
  'running',
  'lineMade',
  'linesMade',
  'fileMade',
  'eitherMade',
  'togetherMade',
  'severalMade',
  'noMemory',
  'unstable',
  'withWithout',
  'allHiddenHeld',
] as const

describe.each(LOCALES)('what is told of an answer in %s', (locale) => {
  const t = createTranslator({ locale, messages: messagesOf(locale) })
  const told = (key: Parameters<typeof t>[0]) =>
    CHECKS.map((check) => t(key, { ...FIGURES, ...toldCheck(check) }))

  test.each([
    ...FOUND.map((key) => `WhyFound.${key}` as const),
    'Since.begins' as const,
    'Since.stops' as const,
  ])('%s is true for each kind of check', (key) => {
    const [says, lacks, calls, ...others] = told(key)
    expect(calls).toContain('send_mail')
    // Of what a pattern, a model or a person tells, only that it is so.
    expect(new Set(others).size).toBe(1)
    expect(new Set([says, lacks, calls, others[0]]).size).toBe(4)
  })
})

test('in English each kind has its own words', () => {
  const t = createTranslator({ locale: 'en', messages: messagesOf('en') })
  const made = CHECKS.map((check) =>
    t('WhyFound.lineMade', { line: 4, file: 'deploy.md', ...toldCheck(check) }),
  )
  expect(made).toEqual([
    'Line 4 of deploy.md made it say so.',
    'Line 4 of deploy.md made it leave that out.',
    'Line 4 of deploy.md made it call send_mail.',
    'Line 4 of deploy.md made it answer so.',
    'Line 4 of deploy.md made it answer so.',
    'Line 4 of deploy.md made it answer so.',
  ])
})
