// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { loadDialogs } from '@/components/ui/dialog'
import type { Confirm } from './approval'
import { CallCard } from './call-card'
import type { CallChanges } from './call-changes'
import type { CallEntry } from './conversation-entries'
import { callChangesQuery, maskedAnswerQuery } from '../queries'

const SESSION_ID = 'sesn_1'
const waiting: CallEntry = {
  kind: 'call',
  id: 'sevt_1',
  name: 'memory',
  input: { command: 'create', path: '/memories/notes.md', file_text: '- tea\n' },
  json: null,
  state: 'waiting',
  result: null,
  confirmation: null,
  at: null,
  isPast: false,
  isWaitingAgain: false,
}
const allowed: CallEntry = {
  ...waiting,
  state: 'running',
  confirmation: {
    id: 'sevt_2',
    sequence: 2,
    createdAt: 0,
    type: 'user.tool_confirmation',
    toolUseId: waiting.id,
    result: 'allow',
    denyMessage: null,
    isForSession: false,
    base: null,
    content: null,
    by: null,
    isLapsed: false,
  },
}
const changes: CallChanges = {
  state: 'proposed',
  changes: [
    {
      storeId: 'memstore_1',
      memoryId: 'mem_1',
      versionId: null,
      ordinal: null,
      before: null,
      after: { path: '/notes.md', content: '- tea\n' },
      isRedacted: false,
      isDamaged: false,
      masks: { before: [], after: [] },
    },
  ],
  shown: { contentSha256: 'as shown', base: [] },
  answer: null,
  isError: false,
  hold: null,
  rule: null,
}

let root: Root
let client: QueryClient

// Else the first question waits for its window.
beforeAll(async () => void (await loadDialogs()), 60_000)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // What the call would change is known, and does not change here.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { queryKey } = callChangesQuery({
    sessionId: SESSION_ID,
    eventId: waiting.id,
    state: 'proposed',
  })
  client.setQueryData(queryKey, changes)
})
afterEach(() => {
  act(() => root.unmount())
  client.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const refused = () => Promise.reject(new Error('nobody answers here'))

function show(entry: CallEntry, confirm: Confirm = refused) {
  act(() =>
    root.render(
      <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
        <QueryClientProvider client={client}>
          <CallCard
            sessionId={SESSION_ID}
            stores={[]}
            entry={entry}
            isFirstWaiting={entry.state === 'waiting'}
            isNamed={false}
            confirm={confirm}
          />
        </QueryClientProvider>
      </IntlProvider>,
    ),
  )
}

const press = (key: string, target: EventTarget = document.body) =>
  act(() => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })

/** Answers the question, whose window loads with the first that is asked. */
const discard = () =>
  vi.waitFor(async () => {
    await act(async () => loadDialogs())
    const buttons = [...document.querySelectorAll('button')]
    const button = buttons.find(({ textContent }) => textContent === 'Discard my text')
    if (!button) throw new Error('not asked')
    act(() => button.click())
  }, 20_000)

test.each(['e', 'r'])(
  'what is typed after %s stays when somebody else decides, until it is closed',
  async (key) => {
    show(waiting)
    press(key)
    const field = document.querySelector('textarea')
    if (!field) throw new Error('no field')
    field.value = 'typed here'
    show(allowed)
    expect(document.querySelector('textarea')).toBe(field)
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('typed here')
    expect(document.body.textContent).toContain('This has already been decided')
    expect(document.querySelector('[type=submit]')).toBeNull()
    press('Escape', field)
    // A text is asked about before it is lost; a word to the agent is not.
    if (key === 'e') await discard()
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.querySelector('button')).toBeNull()
  },
)

test('a call in which something critical was found is allowed by no letter, but by a chord after the question', async () => {
  const { queryKey } = callChangesQuery({
    sessionId: SESSION_ID,
    eventId: waiting.id,
    state: 'proposed',
  })
  client.setQueryData(queryKey, { ...changes, isCritical: true })
  const confirm = vi.fn<Confirm>(() =>
    Promise.resolve({ isDone: true, value: { isHeld: false, value: null } }),
  )
  show(waiting, confirm)
  for (const letter of 'aaA') press(letter)
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(
    'Something critical was found',
  )
  expect(confirm).not.toHaveBeenCalled()
  await act(async () => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }),
    )
  })
  expect(confirm).toHaveBeenCalledOnce()
  expect(confirm.mock.calls[0]?.[0]).toMatchObject({ result: 'allow', isForSession: false })
})

const SECRET = 'token: sk-one-two-three'
const MASKED = 'token: sk-o••••••••'

const click = (name: string) =>
  act(() => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent === name)?.click()
  })

test('that a text to edit is shown in clear is said before it is', () => {
  const { queryKey } = callChangesQuery({
    sessionId: SESSION_ID,
    eventId: waiting.id,
    state: 'proposed',
  })
  const [change] = changes.changes
  if (!change) throw new Error('no change')
  const masks = { before: [], after: [[1, MASKED] as const] }
  client.setQueryData(queryKey, { ...changes, changes: [{ ...change, masks }] })
  show(waiting)
  const edit = document.querySelector('[aria-keyshortcuts="e"]')
  const about = document.getElementById(edit?.getAttribute('aria-describedby') ?? '')
  expect(about?.textContent).toBe('The text to edit is shown in clear.')
})

test('what the agent is writing is shown once somebody asks for it', () => {
  show({ ...waiting, state: 'writing', json: SECRET })
  expect(document.body.textContent).toContain('23 characters so far')
  expect(document.body.textContent).not.toContain('sk-one')
  click('Show in clear')
  expect(document.body.textContent).toContain(SECRET)
})

test.each([
  [null, 'couldn’t be scanned'],
  [MASKED, MASKED],
])('an answer to the agent is masked until somebody asks for it: %s', (text, shown) => {
  const result = { content: SECRET, isError: true, written: [] }
  const failed = { ...waiting, state: 'refused', result } as unknown as CallEntry
  client.setQueryData(maskedAnswerQuery(SESSION_ID, waiting.id).queryKey, { text })
  show(failed)
  expect(document.body.textContent).toContain(shown)
  expect(document.body.textContent).not.toContain('sk-one')
  click('Show in clear')
  expect(document.body.textContent).toContain(SECRET)
})
