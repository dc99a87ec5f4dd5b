// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notDone } from '@/components/commands/action-result'
import { messagesOf } from '@/components/i18n/messages'
import { commandsOn } from '@/components/palette/keys'
import { handText } from '@/components/ui/handed-text'
import { ReviewBoard } from './board'
import { useBoard } from './board-context'
import { BoardKeys } from './board-keys'
import { ThumbActs } from './thumb-acts'
import type { BoardHunk, BoardPart } from './board-hunk'
import { HunkRefusal } from './hunk-refusal'
import { HunkEditor } from '../hunks/hunk-editor'
import { WaitingDenial } from '../waiting/waiting-acts'
import { WaitingQuestion } from '../waiting/waiting-question'

// What the server answers is what these tests are about.
const server = vi.hoisted(() => ({
  answer: vi.fn<(sent?: unknown) => Promise<unknown>>(),
  text: vi.fn<(wanted: unknown) => Promise<unknown>>(),
  push: vi.fn<(href: string) => void>(),
  apply: vi.fn<(wanted: unknown) => Promise<unknown>>(),
  toast: vi.fn<(toast: unknown) => void>(),
}))
vi.mock('@/components/ui/toast', () => ({ useToast: () => server.toast }))
vi.mock('../actions', () => ({
  decideHunksAction: server.answer,
  answerProposalAction: server.answer,
  hunkTextAction: server.text,
  applyReviewAction: server.apply,
}))

vi.mock('@/components/ui/handed-text', () => ({ handText: vi.fn() }))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: server.push }) }))

const REFUSED = 'This change is not what it was when you looked.'
const part = (id: string): BoardPart => ({
  id,
  memoryId: 'mem_1',
  decision: null,
  decidedAt: null,
  isApplied: false,
  isByOther: false,
})
const WAITING = { shown: { contentSha256: 'as shown', base: [] }, isEditable: true }
const hunk = (id: string, isWaiting = false): BoardHunk => ({
  id,
  parts: isWaiting ? [] : [part(id)],
  isRoutine: true,
  isCritical: false,
  withFinding: 0,
  isShown: true,
  waiting: isWaiting ? { ...WAITING, isCritical: false } : null,
})

const listed = (id: string) => ({
  id,
  name: `${id}.md`,
  title: `notes/${id}.md`,
  added: 1,
  removed: 0,
  reason: null,
  openComments: 0,
  href: '/review/chgset_1',
})

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  server.answer.mockReset()
  server.text.mockReset()
  server.push.mockReset()
  server.toast.mockReset()
  server.apply.mockReset().mockResolvedValue(notDone('not now'))
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

let board: ReturnType<typeof useBoard>
function Here({ hunks }: { hunks: readonly BoardHunk[] }) {
  const here = useBoard()
  useLayoutEffect(() => {
    board = here
  })
  return hunks.map(({ id }) => (
    <section key={id} data-hunk={id} tabIndex={-1}>
      <HunkRefusal hunkId={id} />
      <WaitingQuestion hunkId={id} />
      <HunkEditor hunkId={id} lines="as the agent wrote" />
      <WaitingDenial hunkId={id} />
    </section>
  ))
}

function show(hunks: readonly BoardHunk[], shown: readonly BoardHunk[] = hunks, editing?: string) {
  act(() =>
    root.render(
      <IntlProvider locale="en" messages={messagesOf('en')} timeZone="UTC">
        <ReviewBoard changesetId="chgset_1" hunks={hunks} revision={1} editing={editing}>
          <BoardKeys storeId="memstore_1" changesetId="chgset_1" />
          <Here hunks={shown} />
          <ThumbActs decisions={hunks.map(({ id }) => listed(id))} />
        </ReviewBoard>
      </IntlProvider>,
    ),
  )
}

const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }))
  })
const focus = (id: string) =>
  act(() => document.querySelector<HTMLElement>(`[data-hunk="${id}"]`)?.focus())
const question = () => document.querySelector('[role="alert"]')

const fields = () => [...document.querySelectorAll('textarea')]
const isHidden = (element: Element | undefined) => element?.closest('[hidden]') !== null
const alertBeside = (element: Element | undefined) =>
  element?.closest('form, div')?.querySelector('[role="alert"]')?.textContent

function write(text: string) {
  act(() => {
    const field = fields().at(-1)
    if (!field) throw new Error('nothing to write in')
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const send = () => act(async () => document.querySelector('form')?.requestSubmit())

test.each([
  ['text', hunk('h1')],
  ['text', hunk('prop_1', true)],
  ['denial', hunk('prop_1', true)],
] as const)('a %s that is refused stands there again, with the reason', async (form, first) => {
  let refuse = () => undefined as void
  server.answer.mockReturnValue(
    new Promise((resolve) => {
      refuse = () => resolve(notDone(REFUSED))
    }),
  )
  show([first, hunk('h2')])
  act(() => board.writings.open(first.id, form))
  write('as I say')
  await send()
  expect(fields().every(isHidden)).toBe(true)
  await act(async () => refuse())
  const [field] = fields()
  expect(field?.value).toBe('as I say')
  expect(isHidden(field)).toBe(false)
  expect(alertBeside(field)).toBe(REFUSED)
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1)
})

test('a text that the server took is gone from its form', async () => {
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 1, revision: 2 } })
  show([hunk('h1'), hunk('h2')])
  act(() => board.writings.open('h1', 'text'))
  write('as I say')
  await send()
  expect(fields()).toEqual([])
})

test('a refused text whose hunk is another now stays on the page', async () => {
  server.answer.mockResolvedValue(notDone(REFUSED))
  show([hunk('h1')])
  act(() => board.writings.open('h1', 'text'))
  write('as I say')
  await send()
  show([hunk('h1 anew')])
  const [field] = fields()
  expect(field?.value).toBe('as I say')
  expect(alertBeside(field?.parentElement ?? undefined)).toBe(REFUSED)
})

test('what is being written stays while other hunks are decided, also with all of them', async () => {
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 1, revision: 2 } })
  show([hunk('h1'), hunk('h2'), hunk('h3')])
  act(() => board.writings.open('h1', 'text'))
  write('as I say')
  await act(async () => board.decide(['h2'], 'accepted'))
  await act(async () => board.acceptRoutine())
  const [field] = fields()
  expect(field?.value).toBe('as I say')
  expect(isHidden(field)).toBe(false)
})

test('what is being written is there again with its hunk', () => {
  show([hunk('h1'), hunk('h2')])
  act(() => board.writings.open('h1', 'text'))
  write('as I say')
  show([hunk('h1'), hunk('h2')], [hunk('h2')])
  expect(fields()).toEqual([])
  show([hunk('h1'), hunk('h2')])
  expect(fields()[0]?.value).toBe('as I say')
})

test('a text about a hunk that somebody else decided is kept, and not sent', async () => {
  show([hunk('h1')])
  act(() => board.writings.open('h1', 'text'))
  write('as I say')
  const decided = { ...part('h1'), decision: 'accepted' as const, decidedAt: 1, isByOther: true }
  show([{ ...hunk('h1'), parts: [decided] }])
  await send()
  expect(server.answer).not.toHaveBeenCalled()
  expect(fields()[0]?.value).toBe('as I say')
  expect(document.body.textContent).toContain('This has already been decided')
})

const critical = (id: string): BoardHunk => ({
  ...hunk(id, true),
  waiting: { ...WAITING, isCritical: true },
})

test('E writes nothing in the place of a write that is none of a text', async () => {
  const deletion = hunk('prop_1', true)
  show([{ ...deletion, waiting: { ...WAITING, isCritical: false, isEditable: false } }])
  await press('e')
  expect(board.writings.all).toEqual([])
})

test('a write in which something critical was found is allowed by no letter, but by a chord after the question', async () => {
  server.answer.mockResolvedValue({ isDone: true, value: { isHeld: false, value: null } })
  show([critical('prop_1'), hunk('h2')])
  focus('prop_1')
  for (const letter of 'a banana') await press(letter)
  expect(question()?.textContent).toContain('Something critical was found')
  expect(server.answer).not.toHaveBeenCalled()
  await press('Enter', { ctrlKey: true })
  expect(server.answer).toHaveBeenCalledOnce()
  expect(server.answer.mock.calls[0]?.[0]).toMatchObject({ proposalId: 'prop_1', result: 'allow' })
  expect(question()).toBeNull()
})

test('the question about a write goes when one turns to another hunk', async () => {
  // As newer browsers do, which answer when the scrolling has ended.
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
  onTestFinished(() => void vi.restoreAllMocks())
  show([critical('prop_1'), hunk('h2')])
  focus('prop_1')
  await press('a')
  focus('h2')
  expect(question()).toBeNull()
  await press('Enter', { ctrlKey: true })
  expect(server.answer).not.toHaveBeenCalled()
})

test('a text written in place of one in which something critical was found is allowed at once', async () => {
  server.answer.mockResolvedValue({ isDone: true, value: { isHeld: false, value: null } })
  show([critical('prop_1')])
  act(() => board.writings.open('prop_1', 'text'))
  write('as I say')
  await send()
  expect(server.answer.mock.calls[0]?.[0]).toMatchObject({ content: 'as I say' })
})

test('the first open hunk is current on arrival, and the keys act on it at once', async () => {
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 1, revision: 2 } })
  const decided = { ...part('h1'), decision: 'accepted' as const, decidedAt: 1 }
  show([{ ...hunk('h1'), parts: [decided] }, hunk('h2'), hunk('h3')])
  expect(document.activeElement).toBe(document.querySelector('[data-hunk="h2"]'))
  await press('r')
  expect(server.answer.mock.calls[0]?.[0]).toMatchObject({
    decisions: [{ hunkId: 'h2', decision: 'rejected' }],
  })
  expect(document.activeElement).toBe(document.querySelector('[data-hunk="h3"]'))
})

test('X hands over the lines of the change that is current, and comes back to it', async () => {
  server.text.mockResolvedValue({ isDone: true, value: 'one\ntwo' })
  show([hunk('h1')])
  await press('x')
  expect(server.text).toHaveBeenCalledWith({ changesetId: 'chgset_1', hunkId: 'h1' })
  expect(handText).toHaveBeenCalledWith('redaction', 'one\ntwo')
  expect(server.push).toHaveBeenCalledWith('/redact?store=memstore_1&review=chgset_1%23h1')
})

test('X leads nowhere where there is no text, and while no hunk is current', async () => {
  server.text.mockResolvedValue({ isDone: true, value: '' })
  show([hunk('h1'), hunk('prop_1', true)])
  await press('x')
  act(() => document.querySelector<HTMLElement>('[data-hunk="prop_1"]')?.focus())
  await press('x')
  act(() => document.querySelector<HTMLElement>('[data-hunk="prop_1"]')?.blur())
  await press('x')
  expect(server.text).toHaveBeenCalledOnce()
  expect(server.push).not.toHaveBeenCalled()
})

test('a write that is to be edited is open on arrival, and its field has the focus', () => {
  show([hunk('h1'), hunk('prop_1', true)], undefined, 'prop_1')
  const [field] = fields()
  expect(field?.closest('section')?.dataset.hunk).toBe('prop_1')
  expect(document.activeElement).toBe(field)
})

/** Places the hunks on a screen of 600 pixels, whose bar at the thumb begins at 500. */
function place(tops: Readonly<Record<string, number>>) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = this instanceof HTMLElement ? tops[this.dataset.hunk ?? ''] : undefined
    return new DOMRect(0, top ?? 500, 390, 100)
  })
}

const atThumb = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('.review-thumb button')].find(
    ({ textContent }) => textContent === name,
  )
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test('on a phone the first open change on the screen is current once the current one is scrolled away', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 1, revision: 2 } })
  show([hunk('h1'), hunk('h2'), hunk('h3')])
  focus('h1')
  place({ h1: -200, h2: -90, h3: 40 })
  await act(async () => {
    document.dispatchEvent(new Event('scroll'))
    await nextFrame()
    await nextFrame()
  })
  expect(document.activeElement).toBe(document.querySelector('[data-hunk="h3"]'))
  await act(async () => atThumb('Revert')?.click())
  expect(server.answer.mock.calls[0]?.[0]).toMatchObject({
    decisions: [{ hunkId: 'h3', decision: 'rejected' }],
  })
})

test('the bar at the thumb decides nothing that is not on the screen, but shows it', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  show([hunk('h1'), hunk('h2')])
  focus('h1')
  place({ h1: 900, h2: 1000 })
  scrolled.mockClear()
  await act(async () => atThumb('Keep')?.click())
  expect(server.answer).not.toHaveBeenCalled()
  expect(scrolled.mock.contexts[0]).toBe(document.querySelector('[data-hunk="h1"]'))
})

test('keeping all routine is offered while a routine change is open, and not after', async () => {
  const isOffered = () =>
    commandsOn(document, '/review/chgset_1').some(([name]) => name === 'keepRoutine')
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 1, revision: 2 } })
  show([{ ...hunk('h1'), isRoutine: false }, hunk('h2')])
  expect(isOffered()).toBe(true)
  await press('A', { shiftKey: true })
  expect(isOffered()).toBe(false)
})

test('keeping all routine where nothing is does nothing but say what keeps one', async () => {
  show([{ ...hunk('h1'), isRoutine: false }])
  await press('A', { shiftKey: true })
  expect(server.answer).not.toHaveBeenCalled()
  expect(JSON.stringify(server.toast.mock.calls)).toContain('A keeps one')
  server.toast.mockClear()
  show([{ ...hunk('prop_1', true), isRoutine: false }])
  await press('A', { shiftKey: true })
  expect(server.toast).not.toHaveBeenCalled()
})

const elementOf = (id: string) => document.querySelector<HTMLElement>(`[data-hunk="${id}"]`)

test('a decision that the server refuses is current again, with the reason beside it', async () => {
  server.answer.mockResolvedValueOnce(notDone(REFUSED))
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 1, revision: 2 } })
  show([hunk('h1'), hunk('h2'), hunk('h3')])
  await press('r')
  expect(document.activeElement).toBe(elementOf('h1'))
  expect(elementOf('h1')?.querySelector('[role="alert"]')?.textContent).toBe(REFUSED)
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1)
  await press('a')
  expect(document.querySelector('[role="alert"]')).toBeNull()
})

test('a refusal takes the focus from no field, and is said above the changes if its own is not shown', async () => {
  let refuse = () => undefined as void
  server.answer.mockReturnValue(
    new Promise((resolve) => {
      refuse = () => resolve(notDone(REFUSED))
    }),
  )
  show([hunk('h1'), hunk('h2')])
  await press('a')
  act(() => board.writings.open('h2', 'text'))
  act(() => fields()[0]?.focus())
  await act(async () => refuse())
  expect(document.activeElement).toBe(fields()[0])
  show([hunk('h1 anew'), hunk('h2')])
  expect(document.querySelector('[role="alert"]')?.textContent).toBe(REFUSED)
})

const decidedAt = (id: string, at: number, also: Partial<BoardPart> = {}): BoardHunk => ({
  ...hunk(id),
  parts: [{ ...part(id), decision: 'accepted', decidedAt: at, ...also }],
})
const isUndoOffered = () =>
  commandsOn(document, '/review/chgset_1').some(([name]) => name === 'undo')

test('Z takes back what was decided last before the page was opened, one act after the other', async () => {
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 9, revision: 2 } })
  show([
    decidedAt('h1', 1),
    decidedAt('h2', 3),
    decidedAt('h3', 3),
    decidedAt('h4', 4, { isByOther: true }),
    decidedAt('h5', 5, { isApplied: true, decision: 'rejected' }),
  ])
  expect(isUndoOffered()).toBe(true)
  await press('z')
  expect(server.answer.mock.calls[0]?.[0]).toMatchObject({
    decisions: [
      { hunkId: 'h2', decision: null, shownDecidedAt: 3 },
      { hunkId: 'h3', decision: null, shownDecidedAt: 3 },
    ],
  })
  expect(document.activeElement).toBe(elementOf('h2'))
  await press('z')
  expect(server.answer.mock.calls[1]?.[0]).toMatchObject({
    decisions: [{ hunkId: 'h1', decision: null, shownDecidedAt: 1 }],
  })
  await press('z')
  expect(server.answer).toHaveBeenCalledTimes(2)
})

test('what was decided here is taken back before what was decided earlier', async () => {
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 9, revision: 2 } })
  show([decidedAt('h1', 1), hunk('h2')])
  await press('r')
  await press('z')
  await press('z')
  const sent = server.answer.mock.calls.map(([one]) => one)
  expect(sent).toMatchObject([
    { decisions: [{ hunkId: 'h2', decision: 'rejected' }] },
    { decisions: [{ hunkId: 'h2', decision: null }] },
    { decisions: [{ hunkId: 'h1', decision: null }] },
  ])
})

test('undoing is not offered where a person decided nothing', () => {
  show([hunk('h1'), decidedAt('h2', 2, { isByOther: true })])
  expect(isUndoOffered()).toBe(false)
})

test('the bar at the thumb names the memory that it is about, and applies once all is decided', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 1, revision: 2 } })
  show([hunk('h1'), hunk('h2')])
  const name = () => document.querySelector<HTMLElement>('.review-thumb-name')
  expect(name()?.textContent).toBe('h1.md')
  expect(name()?.title).toBe('notes/h1.md')
  await press('r')
  expect(name()?.textContent).toBe('h2.md')
  expect(atThumb('Apply')).toBeUndefined()
  await press('a')
  expect(name()).toBeNull()
  await act(async () => atThumb('Apply')?.click())
  expect(server.apply).toHaveBeenCalledOnce()
})

test('after the change that the address led to comes the first open one', async () => {
  onTestFinished(() => void (location.hash = ''))
  location.hash = '#h2'
  server.answer.mockResolvedValue({ isDone: true, value: { decidedAt: 1, revision: 2 } })
  show([hunk('h1'), hunk('h2'), hunk('h3')])
  expect(document.activeElement).toBe(document.querySelector('[data-hunk="h2"]'))
  await press('a')
  expect(document.activeElement).toBe(document.querySelector('[data-hunk="h1"]'))
})
