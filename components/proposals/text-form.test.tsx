// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { TextForm } from './text-form'

let root: Root
let saved: string[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  saved = []
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const AGENTS = '- one\n- the agent’s\n'
const PERSONS = '- one\n- the person’s\n'
const MEANWHILE = '- one\n- somebody else’s\n- the agent’s\n'
const MERGED = '- one\n- the person’s\n- somebody else’s\n'

const field = () => document.querySelector('textarea')
const send = () => act(() => document.querySelector('form')?.requestSubmit())

/** Merging is loaded when it is needed. */
const TO_LOAD = { timeout: 10_000 }

/** Presses a button once it is there. */
async function press(name: string) {
  const button = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(button()).toBeDefined()
  }, TO_LOAD)
  act(() => button()?.click())
}

function show(text: string, save: string | null = 'Allow this text') {
  act(() =>
    root.render(
      <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
        <TextForm
          text={text}
          save={save}
          onSave={(written) => saved.push(written)}
          onCancel={() => undefined}
        />
      </IntlProvider>,
    ),
  )
}

function write(text: string) {
  const element = field()
  if (element) element.value = text
}

test('a text that changed below an edit is shown beside it, and what one chooses is taken', async () => {
  show(AGENTS)
  write(PERSONS)
  show(MEANWHILE)
  expect(field()?.value).toBe(PERSONS)
  send()
  await press('Take both')
  expect(field()?.value).toBe(MERGED)
  expect(saved).toEqual([])
  send()
  expect(saved).toEqual([MERGED])
})

test('an edit that was refused since the text changed is shown beside it at once', async () => {
  show(AGENTS)
  write(PERSONS)
  send()
  expect(saved).toEqual([PERSONS])
  show(MEANWHILE)
  await press('Keep mine')
  expect(field()?.value).toBe(PERSONS)
  send()
  expect(saved).toEqual([PERSONS, PERSONS])
})

test('one’s own text is given up for what somebody else made of it', async () => {
  show(AGENTS)
  write(PERSONS)
  show(MEANWHILE)
  send()
  await press('Take theirs')
  send()
  expect(saved).toEqual([MEANWHILE])
})

test('a text that somebody else decided about stays in its field, and that is said', () => {
  show(AGENTS)
  write(PERSONS)
  show(AGENTS, null)
  send()
  expect(saved).toEqual([])
  expect(field()?.value).toBe(PERSONS)
  expect(document.body.textContent).toContain('This has already been decided')
})
