import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { SeedHistory } from './seed-history'

const history = (moments: number, from: string | null, to: string | null) => ({
  moments,
  reason: null,
  from,
  to,
  authors: [],
})

const said = (of: ReturnType<typeof history>, source = 'jsonl:a.jsonl') =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
      <SeedHistory report={{ source, history: of }} />
    </IntlProvider>,
  )

test('a history of one day says its date once', () => {
  const one = history(1, '2026-11-25T08:00:00.000Z', '2026-11-25T08:00:00.000Z')
  expect(said(one)).toBe('1 moment of history, Nov 25, 2026')
  const two = history(2, '2026-11-24T08:00:00.000Z', '2026-11-25T08:00:00.000Z')
  expect(said(two)).toBe('2 moments of history, Nov 24, 2026 to Nov 25, 2026')
})

test('the history of a repository is counted in commits', () => {
  const two = history(2, '2026-11-24T08:00:00.000Z', '2026-11-25T08:00:00.000Z')
  expect(said(two, 'git:/home/ada/notes#')).toBe('2 commits, Nov 24, 2026 to Nov 25, 2026')
})

test('a history with nothing new has no words', () => {
  expect(said(history(0, null, null))).toBe('')
})
