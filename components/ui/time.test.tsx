import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import messages from '@/messages/en.json'
import { Ago, useDays } from './time'

const NOW = new Date('2026-12-01T12:00:00Z')

const told = (shown: ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      {shown}
    </NextIntlClientProvider>,
  )

test('a time that came as JSON is as old as it is', () => {
  const { at } = JSON.parse('{ "at": "2026-11-28T12:00:00Z" }') as { at: Date }
  expect(told(<Ago time={at} now={NOW} />)).toMatch(/>3\sd</)
})

function Years({ times }: { times: string[] }) {
  const yearOf = useDays(NOW, (isThisYear) => ({ year: isThisYear ? '2-digit' : 'numeric' }))
  return times.map((time) => yearOf(new Date(time))).join()
}

test('whether a day is of this year is told by the clock that names it, not by the machine’s', () => {
  const { TZ = 'UTC' } = process.env
  process.env.TZ = 'Pacific/Kiritimati'
  const times = ['2026-01-01T00:00:01Z', '2025-12-31T12:00:00Z', '2025-12-31T00:00:30Z']
  const years = told(<Years times={times} />)
  process.env.TZ = TZ
  expect(years).toBe('Today,2025,2025')
})
