import type { Page, Route } from 'playwright/test'
import { create, DONE, gate, say, view } from '@/tests/support/model-server'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectAccessibleOnPhone,
  expectSaid,
  listenTo,
} from './accessible'
import { expect } from './fixtures'
import { tooWide, WIDTHS } from './layout'
import { holdActs, open, reload } from './open'
import { type Session, test } from './scripted'

/** Sessions as a person has them: started, talked with, stopped, left and found again. */

const at = ({ id }: Session) => `/sessions/${id}`
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

async function tell(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

test('a session is told by its calls, its memory and its title, and found in the list', async ({
  page,
  talk,
}) => {
  const session = await talk([
    { parts: [view(), view('/memories')] },
    { parts: [say('I **note** it.'), create('/memories/plan.md', 'one\ntwo\n')] },
    DONE,
  ])
  await open(page, at(session))
  await expect(page.getByText('Nothing said yet')).toBeVisible()
  await listenTo(page)
  await tell(page, 'Note the plan')
  await expect(conversation(page).getByText('Done.', { exact: true })).toBeVisible()
  await expectSaid(page, /Done\./)
  await expect(conversation(page).getByText('2 reads')).toBeVisible()
  await expect(conversation(page).locator('strong', { hasText: 'note' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('complementary', { name: 'Memory' })).toBeHidden()
  await expect(field(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(
    conversation(page).getByRole('article', { name: /Created .*plan\.md/ }),
  ).toBeVisible()
  await expect(page.getByRole('img', { name: `Agent: ${session.model}` }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Review 1 change' }).click()
  await expect(page.getByRole('heading', { name: 'plan.md' })).toBeVisible()
  await open(page, '/review')
  const change = page.getByRole('listitem').filter({ hasText: `${session.model} changed plan.md` })
  await expect(change).toContainText('Note the plan')
  await open(page, '/sessions')
  const row = page.getByRole('listitem').filter({ hasText: 'Note the plan' })
  for (const words of ['Notes', '1 memory', '1 to review']) await expect(row).toContainText(words)
  const typed = gate()
  await page.route(/sessions\/new/, (route) => typed.opened.then(() => route.continue()))
  await page.keyboard.press('n')
  await page.keyboard.type('Next, ask Ada')
  typed.open()
  await expect(page.getByRole('heading', { level: 1, name: 'New session' })).toBeVisible()
  await page.keyboard.type(' again')
  const first = page.getByRole('textbox', { name: 'First message' })
  await expect(first).toHaveValue('Next, ask Ada again')
})

test('a new session says what its agent is told, and what it does, which can be written otherwise', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Described', {})
  await stores.update(id, { description: 'What the team agreed on.' })
  await open(page, `/sessions/new?store=${id}`)
  const told = page.getByRole('complementary', { name: 'What the agent sees first' })
  await expect(told).toContainText('read and write): What the team agreed on.')
  await told.getByRole('button', { name: 'Edit' }).click()
  await told.getByRole('textbox').fill('Look first.')
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(told).toContainText('about 3 tokens')
  await page.getByText('Advanced').click()
  await page.getByText('It stops by itself').last().click()
  await page.getByRole('textbox', { name: 'Model requests per run' }).fill('7')
  await page.getByRole('textbox', { name: 'Model requests per run' }).blur()
  await expect(page.getByText('after 7 requests without you').last()).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(field(page)).toBeFocused()
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const kept = page.getByRole('textbox', { name: 'Memory instructions' })
  await expect(kept).toHaveValue('Look first.')
})

test('the list says which session needs a person, and is narrowed to it', async ({
  page,
  talk,
}) => {
  const parts = [say('I **note** it.'), create('/memories/a.md', 'a\n')]
  const waiting = await talk([{ parts }], { asks: true })
  await waiting.send('This one asks')
  const failing = await talk([{ status: 401, type: 'authentication_error', message: 'no' }])
  await failing.send('This one fails')
  await open(page, '/sessions')
  await expect(
    page.getByRole('navigation').getByRole('link', { name: /^Sessions \d+ live/ }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: /Waiting for you/ })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'This one fails' })
  await expect(row).toContainText('Failed')
  await expect(row).toContainText('The model server rejected the key.')
  await expect(row.getByRole('button', { name: 'Continue' })).toBeVisible()
  await page.getByRole('button', { name: /^State/ }).click()
  await page.getByRole('menuitemradio', { name: 'Waiting for you' }).click()
  await expect(row).toHaveCount(0)
  const asking = page.getByRole('listitem').filter({ hasText: 'This one asks' })
  await expect(asking.getByRole('button', { name: 'Allow' })).toBeEnabled()
  await expect(asking.locator('strong', { hasText: 'note' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(row).toBeVisible()

  // A key answers what waits in the row that has the focus, and in no other.
  await row.getByRole('link').focus()
  await page.keyboard.press('a')
  await expect(asking.getByRole('article')).toContainText('a.md')
  await asking.getByRole('link').first().focus()
  await page.keyboard.press('a')
  await expect(asking.getByRole('article')).toHaveCount(0)
  await expect(asking).toContainText('1 memory')
})

test('an agent is stopped where one writes, and goes on when told', async ({ page, talk }) => {
  const { opened, open: release } = gate()
  const long = `This is a long answer${', which goes on and on'.repeat(20)}.`
  const session = await talk([{ parts: [say(long)], holdAfter: 8, until: opened }, DONE])
  await open(page, at(session))
  await tell(page, 'Go')
  await expect(conversation(page).getByText(/This is a long/)).toBeVisible()
  await field(page).press('Escape')
  await expect(conversation(page).getByText('You stopped the agent.')).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await conversation(page).getByRole('button', { name: 'Continue' }).click()
  await expect(conversation(page).getByText('Done.', { exact: true })).toBeVisible()
})

test('what the model server refused is told, and tried again', async ({ page, talk }) => {
  const refused = { status: 401, type: 'authentication_error', message: 'invalid x-api-key' }
  const session = await talk([refused, DONE])
  await session.send('Go')
  await open(page, at(session))
  const fault = conversation(page).getByRole('alert')
  await expect(fault).toContainText('The model server rejected the key.')
  await expect(fault).toContainText('invalid')
  await expectAccessibleInBothThemes(page)
  await fault.getByRole('button', { name: 'Try again' }).click()
  await expect(conversation(page).getByText('Done.', { exact: true })).toBeVisible()
  await expect(fault).toHaveCount(0)
})

test('a page that is loaded in the middle of an answer shows it so far, and then its end', async ({
  page,
  talk,
}) => {
  const { opened, open: release } = gate()
  const long = `A beginning that is there at once${', and more of it'.repeat(20)}, later on.`
  const session = await talk([{ parts: [say(long)], holdAfter: 8, until: opened }])
  await open(page, at(session))
  await tell(page, 'Go')
  await expect(conversation(page).getByText(/A beginning/)).toBeVisible()
  await reload(page)
  await expect(conversation(page).getByText(/A beginning/)).toBeVisible()
  await expect(conversation(page).getByText(/later on/)).toHaveCount(0)
  await tell(page, 'And then this')
  await expect(conversation(page).getByText('Queued')).toBeVisible()
  release()
  await expect(conversation(page).getByText(/later on/)).toBeVisible()
  await expect(conversation(page).getByText(/A beginning/)).toHaveCount(1)
  await expect(conversation(page).getByText('Queued')).toHaveCount(0)
})

test('two windows show one conversation and one title', async ({ page, talk, context }) => {
  const session = await talk([DONE, { parts: [say('Again.')] }])
  const other = await context.newPage()
  await open(page, at(session))
  await open(other, at(session))
  await tell(page, 'From the first')
  await expect(conversation(other).getByText('From the first')).toBeVisible()
  await expect(conversation(other).getByText('Done.', { exact: true })).toBeVisible()
  await tell(other, 'From the second')
  for (const window of [page, other]) {
    await expect(conversation(window).getByText('Again.')).toBeVisible()
    await expect(conversation(window).getByText(/From the (first|second)/)).toHaveCount(2)
  }
  await other.getByRole('button', { name: 'Session menu' }).click()
  await other.getByRole('menuitem', { name: 'Rename' }).click()
  await other.getByRole('textbox', { name: 'Title' }).press('Escape')
  await expect(other.getByRole('button', { name: 'Session menu' })).toBeFocused()
  await other.getByRole('button', { name: 'Session menu' }).click()
  await other.getByRole('menuitem', { name: 'Rename' }).click()
  await other.getByRole('textbox', { name: 'Title' }).fill('Called otherwise')
  await other.getByRole('textbox', { name: 'Title' }).press('Enter')
  for (const window of [page, other]) {
    await expect(window.getByRole('heading', { level: 1, name: 'Called otherwise' })).toBeVisible()
  }
  await other.close()
})

test('from a line one comes to the call that wrote it, wherever it is in its session', async ({
  page,
  rested,
}) => {
  const parts = [create('/memories/plan.md', 'one\n')]
  const long = { parts: [say('On it goes.\n\n'.repeat(200))] }
  const { id, store } = await rested([{ parts }, long])
  await open(page, `/stores/${store}?path=/plan.md&view=blame`)
  await page.getByRole('list', { name: 'Blame' }).getByRole('link').first().focus()
  await page.getByRole('link', { name: 'Show the call' }).click()
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}#call-sevt_`))
  const card = conversation(page).getByRole('article', { name: /^Created/ })
  await expect(card).toBeFocused()
  await expect(card).toBeInViewport()
  await open(page, page.url())
  await expect(card).toBeFocused()
  await expect(card).toBeInViewport()
})

test('a long conversation begins with its end, and is there where one scrolls or looks for something', async ({
  page,
  rested,
}) => {
  const long = say('On it goes.\n\n'.repeat(20))
  const steps = Array.from({ length: 48 }, () => ({ parts: [long, view()] }))
  steps[0]?.parts.push(create('/memories/early.md', 'one\n'))
  const session = await rested(steps)
  const first = conversation(page).getByText('You: Go', { exact: true })
  await open(page, at(session))
  await expect(conversation(page).getByText('Done.', { exact: true })).toBeInViewport()
  await expect(first).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'early.md written' })).toBeVisible()
  await conversation(page).evaluate((box) => (box.scrollTop = 0))
  await expect(first).toHaveCount(1)
  await reload(page)
  await expect(first).toHaveCount(0)
  await page.keyboard.press('Control+f')
  await expect(first).toHaveCount(1)
})

test('why is asked of the last answer, and of an earlier one once somebody comes to it', async ({
  page,
  talk,
}) => {
  const session = await talk([DONE, { parts: [say('Again.')] }])
  await open(page, at(session))
  await tell(page, 'One')
  await expect(conversation(page).getByText('Done.', { exact: true })).toBeVisible()
  await tell(page, 'Two')
  const links = conversation(page).getByRole('link', { name: 'Why…' })
  await expect(links).toHaveCount(2)
  const shown = () =>
    links.evaluateAll((all) => all.map((link) => link.checkVisibility({ opacityProperty: true })))
  await expect.poll(shown).toEqual([false, true])
  await links.first().focus()
  await expect.poll(shown).toEqual([true, true])
  await conversation(page).getByText('Done.', { exact: true }).hover()
  await links.first().click()
  await expect(page).toHaveURL(/\/why\?event=/)
})

test('a draft is kept while one looks elsewhere', async ({ page, talk }) => {
  const session = await talk([])
  await open(page, at(session))
  await page.keyboard.press('/')
  await page.keyboard.type('Half a')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('thought')
  await page.getByRole('link', { name: 'Sessions', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('Half a\nthought')
  await field(page).fill('')
})

test('a message that was not known to be sent is no draft any more once its answer comes', async ({
  page,
  talk,
}) => {
  const session = await talk([DONE, DONE])
  await page.clock.install()
  await open(page, at(session))
  const letGo = await holdActs(page, '**/sessions/**')
  await tell(page, 'Late')
  await page.clock.fastForward(20_000)
  await expect(field(page)).toHaveValue('Late')
  // Sent again, it is still the one that is on its way.
  await field(page).press('Enter')
  letGo()
  await expect(conversation(page).getByText('Done.', { exact: true })).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(conversation(page).getByText('Late')).toHaveCount(1)
  await page.unrouteAll()

  // It never arrives, and the next one does.
  const { opened, open: cut } = gate()
  const breaks = (route: Route) => opened.then(() => route.fulfill({ body: '' }))
  await page.route('**/sessions/**', breaks, { times: 1 })
  await tell(page, 'Lost')
  await page.clock.fastForward(10_000)
  await tell(page, 'Next')
  await page.clock.fastForward(20_000)
  await expect(field(page)).toHaveValue('Lost\nNext')
  cut()
  await expect(conversation(page).getByText('Done.', { exact: true })).toHaveCount(2)
  await expect(field(page)).toHaveValue('Lost')
})

test('a session is exported, archived and deleted', async ({ page, talk }) => {
  const session = await talk([DONE])
  await session.send('Keep this')
  await open(page, at(session))
  await expect(conversation(page).getByText('Done.', { exact: true })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Session menu' })
  await menu.click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export Markdown' }).click()
  expect((await saved).suggestedFilename()).toBe('Keep this.md')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Archive or delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('Archived: read only.')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Archive or delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete conversation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Keep this' })).toHaveCount(0)
})

test('settings hold at once, and can be taken back', async ({ page, talk }) => {
  const session = await talk([])
  await open(page, `${at(session)}/settings`)
  const most = page.getByRole('textbox', { name: 'Model requests per run' })
  await most.fill('7')
  await most.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await most.blur()
  await page.keyboard.press('z')
  await expect(most).toHaveValue('50')
  const cleared = page.getByRole('textbox', { name: /^Clear old results from/ })
  await cleared.fill('50000')
  await cleared.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Results that stay' })).toHaveValue('3')
})

test('on a phone one answers at the thumb, and turns to the memory', async ({ page, talk }) => {
  await page.setViewportSize(WIDTHS.phone)
  const session = await talk([{ parts: [create('/memories/plan.md', 'one\n')] }], { asks: true })
  await session.send('Note the plan')
  await open(page, at(session))
  await conversation(page).getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(conversation(page).getByText('Done.', { exact: true })).toBeVisible()
  await page.getByText('Memory', { exact: true }).first().click()
  await expect(page.getByRole('complementary', { name: 'Memory' })).toContainText('plan.md')
  await expect(field(page)).toBeHidden()
  await expectAccessibleOnPhone(page)
  expect(await tooWide(page)).toEqual([])
})

test('once a group is settled the next of the list is chosen', async ({ page, stores, rested }) => {
  const store = await stores.make('Three groups', { '/a.md': 'a\n' })
  for (const name of ['b', 'c']) {
    await rested([{ parts: [create(`/memories/${name}.md`, 'x\n')] }], { store })
  }
  await open(page, `/review?store=${store}`)
  await page.getByRole('link', { name: /changed b\.md$/ }).press('Enter')
  await expect(page.getByRole('region', { name: /^\/b\.md/ })).toBeFocused()
  await page.keyboard.press('Shift+A')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('changed a.md')
})
