// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ActionResult, notDone } from '@/components/commands/action-result'
import { messagesOf } from '@/components/i18n/messages'
import { handTexts } from '@/components/ui/handed-text'
import type { FoundInLines } from './actions'
import { RedactEverywhere } from './redact-everywhere'

// What the server answers, and when, is what these tests are about.
const server = vi.hoisted(() => ({
  find: vi.fn<(query: { text: string }) => Promise<unknown>>(),
  redact: vi.fn<(wanted: unknown) => Promise<unknown>>(),
  spellings: vi.fn<() => Promise<unknown>>(),
}))
vi.mock('./actions', () => ({
  findTextAction: server.find,
  redactTextAction: server.redact,
  findSpellingsAction: server.spellings,
  findElsewhereAction: async () => ({ isDone: true, value: { places: 0, storeIds: [] } }),
}))
// The real one is loaded when it first opens.
vi.mock('@/components/ui/dialog', () => ({
  Dialog: ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) =>
    isOpen ? <div role="dialog">{children}</div> : null,
}))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }))

const FOUND: ActionResult<FoundInLines> = {
  isDone: true,
  value: {
    counts: { memories: 1, versions: 1, remarks: 0, conversations: 0 },
    places: [{ kind: 'remark', table: 't', column: 'c', storeId: null, values: 1, count: 1 }],
    placeCount: 1,
    unreadable: [],
    lines: {},
    storeNames: {},
  },
}

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  server.find.mockReset()
  server.spellings.mockReset().mockResolvedValue({ isDone: true, value: [] })
  server.redact.mockReset().mockResolvedValue({ isDone: true, value: 'job_1' })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const NOWHERE: ActionResult<FoundInLines> = {
  isDone: true,
  value: {
    counts: { memories: 0, versions: 0, remarks: 0, conversations: 0 },
    places: [],
    placeCount: 0,
    unreadable: [],
    lines: {},
    storeNames: {},
  },
}

/** Opens the page with two texts; the first one is found at once. */
async function openWithTwo(second: Promise<unknown>) {
  server.find.mockImplementation(async ({ text }) => (text === 'first secret' ? FOUND : second))
  await openWith('first secret', ['second secret'])
}

async function openWith(text: string, others: readonly string[]) {
  handTexts('redaction', text, others)
  await act(async () =>
    root.render(
      <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
        <RedactEverywhere
          offered={{ stores: [], isPart: false }}
          chosen={null}
          review={null}
          feet={{ asking: null, found: null }}
        />
      </IntlProvider>,
    ),
  )
}

const button = (name: RegExp) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent))

const askedByKey = () =>
  act(async () => {
    const pressed = { key: 'Enter', ctrlKey: true, bubbles: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', pressed))
  })

const isAsked = () => document.querySelector('[role=dialog]') !== null

test('nothing is redacted while one of the handed texts is still looked for', async () => {
  let answer: (found: unknown) => void = () => {}
  await openWithTwo(new Promise((resolve) => (answer = resolve)))
  expect(button(/^Redact 1 match…/)?.disabled).toBe(true)
  expect(document.body.textContent).toContain('Still searching for the other texts')
  await askedByKey()
  expect(isAsked()).toBe(false)
  await act(async () => answer(FOUND))
  expect(document.body.textContent).not.toContain('Still searching for the other texts')
  await askedByKey()
  expect(isAsked()).toBe(true)
  await act(async () => button(/^Redact 2 matches$/)?.click())
  expect(server.redact.mock.calls).toMatchObject([
    [{ text: 'first secret', also: ['second secret'] }],
  ])
})

test('a handed text that cannot be looked for keeps all from being redacted, and says so', async () => {
  await openWithTwo(Promise.resolve(notDone('The database is away.')))
  expect(button(/^Redact 1 match…/)?.disabled).toBe(true)
  expect(document.body.textContent).toContain('The database is away.')
  expect(document.body.textContent).toContain('Not every text could be searched for.')
  await askedByKey()
  expect(isAsked()).toBe(false)
  // Asked again, it is known.
  server.find.mockResolvedValue(FOUND)
  await act(async () => button(/^Find matches/)?.click())
  expect(button(/^Redact 2 matches…/)?.disabled).toBe(false)
})

test('of the handed texts those that stand nowhere are passed over and counted', async () => {
  server.find.mockImplementation(async ({ text }) => (text === 'third secret' ? FOUND : NOWHERE))
  await openWith('first secret', ['second secret', 'third secret', 'fourth secret'])
  expect(document.querySelector<HTMLInputElement>('#redact-text')?.value).toBe('third secret')
  expect(document.body.textContent).toContain('3 more texts weren’t found')
  await askedByKey()
  await act(async () => button(/^Redact 1 match$/)?.click())
  expect(server.redact.mock.calls).toMatchObject([[{ text: 'third secret', also: [] }]])
})

test('nothing is redacted until it is known which other spellings occur', async () => {
  let answer: (found: unknown) => void = () => {}
  server.find.mockResolvedValue(FOUND)
  server.spellings.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await openWith('first secret', [])
  expect(button(/^Redact 1 match…/)?.disabled).toBe(true)
  expect(document.body.textContent).toContain('Still searching for other spellings')
  await askedByKey()
  expect(isAsked()).toBe(false)
  await act(async () => answer(notDone('The database is away.')))
  expect(button(/^Redact 1 match…/)?.disabled).toBe(true)
  expect(document.body.textContent).toContain('Not every text could be searched for.')
  await act(async () => button(/^Find matches/)?.click())
  expect(button(/^Redact 1 match…/)?.disabled).toBe(false)
})

test('the earlier versions that lose the text are those of the list of kinds', async () => {
  server.find.mockResolvedValue(FOUND)
  await openWith('first secret', [])
  expect(document.body.textContent).toContain('the version it has now loses it')
  expect(document.body.textContent).toMatch(/Earlier versionsnone/)
  expect(document.body.textContent).not.toMatch(/earlier version (loses|gets)/)
})
