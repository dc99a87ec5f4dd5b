// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import type { WaitingPanelProps } from '../conversation/waiting-panel'
import { callOutcomeQuery } from '../queries'
import { AnsweredElsewhereProvider, AnswerTold } from './answered-elsewhere'
import { WaitingRow } from './waiting-row'

// In place of the panel, which asks the server: a button that answers.
vi.mock('next/dynamic', () => ({
  default: () =>
    function Panel({ onAnswer, onAnsweredElsewhere, onWriting }: WaitingPanelProps) {
      return (
        <>
          <button onClick={() => onAnswer(true)}>Allow</button>
          <button onClick={() => onWriting(true)}>Deny…</button>
          <button onClick={onAnsweredElsewhere}>Decided in another window</button>
          <button onClick={() => onWriting(false)}>Back</button>
        </>
      )
    },
}))

const refresh = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }))

const SESSION_ID = 'sesn_1'
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild as HTMLElement)
  const outcome = callOutcomeQuery(SESSION_ID, 'sevt_1')
  queries.setQueryData(outcome.queryKey, {
    state: 'denied',
    changes: [],
    shown: null,
    answer: null,
    isError: false,
    hold: null,
    rule: null,
  })
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

const show = (row: ReactNode) =>
  act(() =>
    root.render(
      <IntlProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
        <QueryClientProvider client={queries}>
          <AnsweredElsewhereProvider>
            <ul>{row}</ul>
          </AnsweredElsewhereProvider>
        </QueryClientProvider>
      </IntlProvider>,
    ),
  )

const press = (name: string) =>
  act(() => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name)?.click()
  })

const waiting = (
  <WaitingRow sessionId={SESSION_ID} eventId="sevt_1" isFirst={false} className="" name="" state="">
    {null}
  </WaitingRow>
)

const answered = (
  <li key="answered">
    <AnswerTold sessionId={SESSION_ID} />
  </li>
)

test('a call that is shown and answered elsewhere leaves what was decided in its row', () => {
  show(waiting)
  press('Show change')
  show(answered)
  expect(document.body.textContent).toBe('Denied elsewhere')
})

test('nothing is told of a call that was answered here, or that was not shown', () => {
  show(waiting)
  show(answered)
  expect(document.body.textContent).toBe('')
  show(waiting)
  press('Show change')
  press('Allow')
  show(answered)
  expect(document.body.textContent).toBe('')
})

test('while a person writes an answer, the page stays as it is and the row says who was first', () => {
  const held = () => document.querySelector('[data-holds-page]')
  show(waiting)
  press('Show change')
  expect(held()).toBeNull()
  press('Deny…')
  expect(held()).not.toBeNull()
  press('Decided in another window')
  expect(document.body.textContent).toContain('Denied elsewhere')
  expect(refresh).not.toHaveBeenCalled()
  press('Back')
  expect(held()).toBeNull()
  expect(refresh).toHaveBeenCalledOnce()
})
