import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import messages from '@/messages/en.json'
import { AnswerRow } from './steps'

test('an answer is told by what was looked for: one that was to leave words out does not say them', () => {
  const answer = { number: 1, cell: 'c', ms: 90, calls: 0, changes: [], text: '', last: '' }
  const told = (held: boolean) =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <AnswerRow answer={{ ...answer, held }} check={{ type: 'lacks', text: 'Friday' }} />
      </NextIntlClientProvider>,
    )
  expect(told(true)).toContain('leaves that out')
  expect(told(false)).toContain('doesn’t leave that out')
})
