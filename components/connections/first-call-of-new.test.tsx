// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { beforeEach, expect, test, vi } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import type { ClientsAnswer } from './clients-answer'
import { FirstCallOfNew } from './first-call-of-new'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
})

function shown(initial: ClientsAnswer): string | null {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const root = createRoot(document.body.firstElementChild as HTMLElement)
  act(() =>
    root.render(
      <IntlProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
        <QueryClientProvider client={queries}>
          <FirstCallOfNew initial={initial} />
        </QueryClientProvider>
      </IntlProvider>,
    ),
  )
  const text = document.body.textContent
  act(() => root.unmount())
  return text
}

test('the first call is awaited only while no program has called', () => {
  const client = { id: 'a', name: 'Agent', version: '1', keyName: null, calls: 3, lastCalledAt: 1 }
  expect(shown({ clients: [], now: 2 })).toContain('Waiting for the first call')
  expect(shown({ clients: [client], now: 2 })).toBe('')
})
