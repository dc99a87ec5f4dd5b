import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import messages from '@/messages/en.json'
import { draftRule } from '@/lib/review/model/policy-presets'
import type { DraftRule } from '@/lib/review/model/policy'
import { RuleSentence } from './rule-sentence'

const sentence = (rule: DraftRule) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={messages}>
      <RuleSentence rule={rule} names={{}} />
    </IntlProvider>,
  ).replace(/<[^>]*>/g, '')

test('a rule that was saved without a time says for how long its writes wait', () => {
  expect(sentence(draftRule('hold', {}, { lapseAfter: null }))).toContain(
    'After 72 h, it is denied',
  )
  expect(sentence(draftRule('hold', {}, { lapseAfter: 3_600_000 }))).toContain('After 1 h,')
})

test('a rule says what agents are told of it', () => {
  const why = 'Credentials belong in the vault'
  const told = `Agents are told: ${why}.`
  expect(sentence(draftRule('refuse', {}, { why }))).toContain(told)
  expect(sentence(draftRule('refuse', {}, { why: `${why}.` }))).toContain(told)
})
