// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { beforeEach, expect, test, vi } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { storeNamesQuery } from '@/components/stores/queries'
import { KeyStores, type KeyStoresProps } from './key-stores'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
})

const NOTES = { id: 'memstore_1', name: 'Notes', memories: 3 }
const OLD = { id: 'memstore_2', name: 'Old', memories: 1 }

function show(isPart: boolean, onChoose: KeyStoresProps['onChoose']) {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  queries.setQueryData(storeNamesQuery('', false).queryKey, { stores: [OLD], isWhole: true })
  const root = createRoot(document.body.firstElementChild as HTMLElement)
  act(() =>
    root.render(
      <IntlProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
        <QueryClientProvider client={queries}>
          <KeyStores offered={{ stores: [NOTES], isPart }} chosen={new Set()} onChoose={onChoose} />
        </QueryClientProvider>
      </IntlProvider>,
    ),
  )
}

const another = () => document.querySelector<HTMLElement>('[popover]')

test('a store that is not among the offered ones is found by its name, and ticked', () => {
  const onChoose = vi.fn()
  show(true, onChoose)
  const popover = another()
  if (popover) popover.hidePopover = () => {}
  act(() => void popover?.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' })))
  act(() => document.querySelector<HTMLElement>('[role=option]')?.click())
  expect(onChoose).toHaveBeenCalledWith(new Set([OLD.id]))
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Notes',
    'Old',
  ])
})

test('where all are offered there are none to find', () => {
  show(false, vi.fn())
  expect(another()).toBeNull()
  expect(document.querySelectorAll('[type=checkbox]')).toHaveLength(1)
})
