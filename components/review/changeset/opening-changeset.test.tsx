// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { OpeningChangeset } from './opening-changeset'

const place = vi.hoisted(() => ({ pathname: '/review' }))
vi.mock('next/navigation', () => ({ usePathname: () => place.pathname }))

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  place.pathname = '/review'
  document.body.innerHTML = `
    <a data-inbox-row href="/review/chgset_1"><b>Deploy agent</b> changed 48 memories</a>
    <a id="open" href="/review/chgset_1">Review</a>
    <a id="other" href="/review/chgset_2">Next</a>
    <a id="writes" href="/review/chgset_1/writes">51 writes</a>`
  document.addEventListener('click', (event) => event.preventDefault())
  root = createRoot(document.body.appendChild(document.createElement('div')))
  show()
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show() {
  act(() =>
    root.render(
      <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
        <OpeningChangeset />
      </IntlProvider>,
    ),
  )
}
const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()
const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
const heading = () => document.querySelector('h1')?.textContent

test('a changeset that takes a while shows its head and that it is loading, in one status', () => {
  press('#open')
  wait(100)
  expect(heading()).toBeUndefined()
  wait(150)
  expect(heading()).toBe('Deploy agent changed 48 memories')
  expect(document.querySelectorAll('[role="status"]')).toHaveLength(1)
  place.pathname = '/review/chgset_1'
  show()
  expect(heading()).toBeUndefined()
})

test('what is opened quickly, is not listed or is another page has no head before it comes', () => {
  press('#open')
  wait(100)
  place.pathname = '/review/chgset_1'
  show()
  wait(500)
  expect(heading()).toBeUndefined()
  for (const selector of ['#other', '#writes']) {
    press(selector)
    wait(500)
    expect(heading()).toBeUndefined()
  }
})
