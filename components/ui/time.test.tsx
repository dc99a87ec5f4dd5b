import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import messages from '@/messages/en.json'
import { Ago } from './time'

test('a time that came as JSON is as old as it is', () => {
  const { at } = JSON.parse('{ "at": "2026-07-15T09:00:00Z" }') as { at: Date }
  const told = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Ago time={at} now={Date.UTC(2026, 6, 18, 9)} />
    </NextIntlClientProvider>,
  )
  expect(told).toMatch(/>3\sd</)
})
