import type { Page } from 'playwright/test'
import { callTool, mcpClient } from '@/tests/support/mcp-client'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { WITHOUT_MODELS } from './models'
import { settingRow, unfoldAdvanced } from './new-session'
import { open, reload, walkTo } from './open'

test.use({ baseURL: WITHOUT_MODELS })

/** Opens a session of the practice agent through the form. */
async function openSession(
  page: Page,
  storeId: string,
  options: { asks?: boolean } = {},
): Promise<void> {
  await open(page, `/sessions/new?store=${storeId}`)
  if (options.asks) await page.getByText('Asks before writing').click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.waitForURL('**/sessions/sesn_*')
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const cards = (page: Page) => log(page).getByRole('article')
const standing = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${words}$`) })
/** An idle session says so only to who cannot see that nothing is said. */
const idle = (page: Page) => expect(standing(page, 'Idle')).toBeAttached()

/** A session's row in the list of sessions; the sidebar lists those that run, too. */
const inList = (page: Page, words: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: words })

/** Chooses from the menu behind the session's title. */
async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a new user without a key watches an agent look at its memory, write, and be reverted', async ({
  page,
  context,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'First steps' })
  await memoryStores.memories.create(id, { path: '/team.md', content: 'Ada leads the team\n' })

  await open(page, '/stores')
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.getByRole('link', { name: 'New session' }).click()
  await page.waitForURL('**/sessions/new')
  await expect(page.getByRole('checkbox', { name: 'First steps' })).toBeChecked()
  await expect(page.getByLabel('Sent with your message')).toContainText('/memories/team.md')
  await page.getByLabel('First message').fill('Remember that the release is on Friday')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.waitForURL('**/sessions/sesn_*')
  await expect(page.getByRole('heading', { name: 'Remember that the release' })).toBeVisible()
  await expect(page.getByText('Practice agent: rules, not a model')).toBeVisible()

  await expect(cards(page).nth(0)).toContainText('ViewedFirst steps')
  await expect(cards(page).nth(1)).toContainText(/Creatednotes\.mdv1\+3/)
  await expect(cards(page).nth(1)).toContainText('the release is on Friday')
  await expect(cards(page).nth(1)).not.toContainText('ms')
  await cards(page).nth(1).getByRole('button', { name: 'More about this call' }).click()
  await page.getByRole('menuitem', { name: 'Answer to the agent' }).click()
  await expect(cards(page).nth(1).getByLabel('Answer to the agent')).toBeFocused()
  await expect(log(page)).toContainText('I have written it down')
  const live = page.getByRole('complementary', { name: 'Memory, live' })
  await expect(live.getByRole('button', { name: /^notes\.md/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(live.getByRole('button', { name: /^notes\.md.*written v1$/ })).toBeVisible()
  await expect(live).toContainText('- the release is on Friday')
  await expectAccessible(page)

  const store = await context.newPage()
  await open(store, `/stores/${id}`)
  await say(page, 'Remember that Ada likes tea')
  await expect(store.getByRole('treeitem', { name: /notes\.md/ })).toBeVisible()
  await store.getByRole('treeitem', { name: /notes\.md/ }).click()
  await expect(store.getByText('- Ada likes tea')).toBeVisible()
  await expect(store.getByRole('link', { name: 'Agent: Practice agent' }).first()).toBeVisible()
  // Its agent's mark, not one of its title.
  await expect(store.getByRole('link', { name: 'Agent: Practice agent' }).first()).toHaveText('PA')
  await open(store, `/stores/${id}`)
  const lately = store.getByRole('region', { name: 'Lately' })
  await expect(lately.getByRole('link', { name: 'Agent: Practice agent' }).first()).toHaveText('PA')
  await store.keyboard.press('Control+k')
  await expect(store.getByRole('option', { name: /Remember that the/ }).first()).toContainText('PA')
  await store.close()

  await idle(page)
  await page.getByRole('link', { name: /^Review \d+ changes?$/ }).click()
  await page.waitForURL(/\/review\/chgset_/)
  await expect(page.getByText('0 of 1 memory decided').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Revert all…' }).click()
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory.')).toBeVisible()
  expect((await memoryStores.memories.list(id)).data).toMatchObject([{ path: '/team.md' }])
})

test('the memory beside a session shows what others write to it, and a version leads to its call', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Shared' })
  const memory = await memoryStores.memories.create(id, { path: '/team.md', content: 'Ada\n' })
  // What others write before the page's stream is connected must not be lost.
  let connect = () => {}
  const written = new Promise<void>((resolve) => (connect = resolve))
  await page.route('**/live?**', async (route) => {
    await written
    await route.continue()
  })
  await openSession(page, id)
  const live = page.getByRole('complementary', { name: 'Memory, live' })
  await expect(live.getByText('What the agent reads or writes appears here.')).toBeVisible()
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'Ada\nBob\n' })
  connect()
  await expect(live.getByRole('group', { name: 'Current content' })).toContainText('Bob')
  await expect(live.getByRole('button', { name: /^team\.md.*changed by others/ })).toBeVisible()
  await memoryStores.memories.create(id, { path: '/new.md', content: 'new\n' })
  await expect(live.getByRole('button', { name: /^new\.md/ })).toBeVisible()

  for (const what of ['one', 'two', 'three']) {
    await say(page, `Remember ${what}`)
    await expect(log(page)).toContainText(`I have written it down: ${what}`)
    await idle(page)
  }
  const { data } = await memoryStores.memories.list(id)
  const notes = data.find((each) => each.type === 'memory' && each.path === '/notes.md')
  await walkTo(page, `/stores/${id}?path=/notes.md`)
  expect(notes).toBeDefined()
  // Versions of one session are joined: its mark leads to the call of the newest.
  await page
    .getByRole('list', { name: 'Versions' })
    .getByRole('link', { name: /^Agent/ })
    .first()
    .click()
  const card = cards(page).filter({ hasText: 'three' })
  await expect(card).toBeFocused()
  await expect(card).toBeInViewport()
  await expect(page).toHaveURL(/\?call=(sevt_\w+)#call-\1$/)
})

test.describe('asking before writing', () => {
  test.use({ refused: /./ })

  test('holds at once, and goes back with a word where the server does not take it', async ({
    page,
    context,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'Switched' })
    await openSession(page, id)
    const asks = page.getByRole('switch', { name: 'Ask before writing' })
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/sessions/**', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await asks.check()
    await expect(asks).toBeFocused()
    await expect(asks).toBeChecked()
    answer()
    const sessionId = page.url().split('/').at(-1) ?? ''
    const headers = { 'anthropic-beta': 'managed-agents-2026-04-01' }
    await expect
      .poll(async () => (await page.request.get(`/v1/sessions/${sessionId}`, { headers })).text())
      .toContain('"approval":"always_ask"')
    await reload(page)
    await expect(asks).toBeChecked()
    await context.setOffline(true)
    await asks.click()
    await expect(page.getByText('Not saved')).toBeVisible()
    await expect(asks).toBeChecked()
    await context.setOffline(false)
  })
})

test('a write that waits shows which secret was found where, masked until it is asked for', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Telling' })
  const token = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`
  await openSession(page, id, { asks: true })
  await say(page, `Remember that the deploy token is ${token}`)
  await expect(standing(page, 'Waiting for you')).toBeVisible()
  const card = cards(page).nth(1)
  const found = card.getByRole('list', { name: 'Found in this write' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('GitHub')
  await expect(found).toContainText('/notes.md:3')
  await expect(found).toContainText('ghp_••••••••')
  const diff = card.getByRole('group', { name: '/notes.md' })
  await expect(diff).toContainText('the deploy token is ghp_••••••••')
  await expect(card).not.toContainText(token.slice(5))
  const live = page.getByRole('complementary', { name: 'Memory, live' })
  await expect(live).toContainText('the deploy token is ghp_••••••••')
  await expect(live).not.toContainText(token.slice(5))
  await expectAccessible(page)

  const inClear = card.getByRole('button', { name: 'Show in clear' })
  await inClear.click()
  await expect(diff).toContainText(token)
  await expect(found).not.toContainText(token.slice(5))
  await inClear.click()
  await expect(card).not.toContainText(token.slice(5))

  // What is written is no more in clear than what waited.
  await page.keyboard.press('a')
  await expect(card.getByRole('alert')).toContainText('Something critical was found')
  await page.keyboard.press('Control+Enter')
  await expect(card.getByText('Allowed by you')).toBeVisible()
  await expect(diff).toContainText('ghp_••••••••')
  await expect(card).not.toContainText(token.slice(5))
})

test('a write waits for a person, survives a reload, and is denied by keyboard with a reason', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Asking' })
  await openSession(page, id, { asks: true })
  await say(page, 'Remember that the code is 1234')
  await expect(standing(page, 'Waiting for you')).toBeVisible()
  // A waiting write must not take keys from the message field; Escape goes to it and back.
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect(field).toBeFocused()
  await page.keyboard.type('a dad')
  await expect(field).toHaveValue('a dad')
  await expect(page.getByText('Esc goes to the change')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page).nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await field.fill('')
  await expect(cards(page).nth(1)).toContainText('- the code is 1234')
  await expectAccessible(page)
  await reload(page)
  await expect(cards(page).nth(1)).toContainText('- the code is 1234')
  await expect(page.getByRole('button', { name: 'Allow A', exact: true })).toBeEnabled()
  await field.focus()
  await page.keyboard.press('Escape')
  await expect(cards(page).nth(1)).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Why not?')).toBeFocused()
  await page.keyboard.type('Codes are not remembered')
  await page.keyboard.press('Enter')
  await expect(cards(page).nth(1)).toContainText('You denied it: Codes are not remembered')
  await expect(cards(page).nth(1).getByText('Codes are not remembered')).toHaveCount(1)
  // What was denied stays visible, and focus returns to the message field.
  await expect(cards(page).nth(1)).toContainText('- the code is 1234')
  await expect(field).toBeFocused()
  await expect(log(page)).toContainText('That could not be done')
  expect((await memoryStores.memories.list(id)).data).toEqual([])

  // In the list of sessions, too: the key that answers first shows what it would allow.
  await say(page, 'Remember that sugar is sweet')
  await expect(standing(page, 'Waiting for you')).toBeVisible()
  const session = page.url()
  await open(page, '/sessions')
  const waiting = inList(page, 'Remember that the code')
  await expect(waiting).toContainText('Create /memories/notes.md')
  await expect(waiting.getByRole('img', { name: 'Agent: Practice agent' })).toBeVisible()
  await waiting.getByRole('link').first().focus()
  await page.keyboard.press('a')
  await expect(waiting).toContainText('- sugar is sweet')
  await expect(waiting.getByRole('button', { name: 'Allow A', exact: true })).toBeEnabled()
  await expectAccessible(page)
  expect((await memoryStores.memories.list(id)).data).toEqual([])
  await page.keyboard.press('r')
  await waiting.getByLabel('Why not?').press('Enter')
  await expect(waiting).not.toContainText('Create /memories/notes.md')
  await open(page, session)

  await say(page, 'Remember that tea is green')
  await expect(page.getByRole('button', { name: 'Allow A', exact: true })).toBeEnabled()
  // Words in the field are sent, not taken for an answer; of the empty field the key answers.
  await field.fill('Remember that milk is white')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(log(page)).toContainText('Queued')
  await expect(standing(page, 'Waiting for you')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(log(page)).toContainText('I have written it down: tea is green')
  await expect(page.getByRole('button', { name: 'Allow A', exact: true })).toBeEnabled()
  const asks = page.getByRole('switch', { name: 'Ask before writing' })
  await expect(asks).toBeChecked()
  await log(page).focus()
  await page.keyboard.press('Shift+A')
  await expect(asks).not.toBeChecked()
  await expect(log(page)).toContainText('I have written it down: milk is white')
  await say(page, 'Remember that coffee is black')
  await expect(log(page)).toContainText('I have written it down: coffee is black')
  await page.getByRole('button', { name: 'Undo: ask again before writing' }).click()
  await expect(asks).toBeChecked()
  await expect(asks).toBeFocused()
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { content: '# Notes\n\n- tea is green\n- milk is white\n- coffee is black\n' },
  ])
})

test('the words after an answer by key are a message, and a slash leads to its field', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Answered by key' })
  await openSession(page, id, { asks: true })
  await say(page, 'Remember that tea is green')
  await expect(page.getByRole('button', { name: 'Allow A', exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(cards(page).nth(1)).toBeFocused()
  await page.keyboard.press('a')
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect(field).toBeFocused()
  await page.keyboard.type('great')
  await expect(field).toHaveValue('great')
  await idle(page)
  await field.fill('')

  const keys = page.locator('.key-bar [data-strokes]:visible')
  await expect(keys).toHaveText(['↵Send', '⇧↵New line'])
  await page.keyboard.press('Escape')
  await expect(keys).toHaveText(['/Write a message', 'wWhy it said so'])
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')

  // Enter sends from the message's field alone.
  await say(page, 'Remember that milk is white')
  await expect(page.getByRole('button', { name: 'Allow A', exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
  for (const [key, label] of [
    ['e', 'What the memory should say'],
    ['r', 'Why not?'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByLabel(label)).toBeFocused()
    await expect(keys).toHaveText([])
    await page.keyboard.press('Escape')
  }
})

test('a memory that a waiting write would make is shown as new, with its text, and is not called deleted', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Not yet' })
  await openSession(page, id, { asks: true })
  await say(page, 'Remember that the code is 1234')
  await expect(page.getByRole('button', { name: 'Allow A', exact: true })).toBeEnabled()
  const beside = page.getByRole('complementary', { name: 'Memory, live' })
  const proposed = beside.getByRole('group', { name: 'Proposed content' })
  await expect(beside).toContainText('Not written yet')
  await expect(beside.getByRole('button', { name: /^notes\.md.*waiting$/ })).toBeVisible()
  await expect(proposed).toContainText('- the code is 1234')
  await expect(cards(page).nth(1)).toContainText('Wants to createnotes.md')
  await expect(beside).not.toContainText('Deleted')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deny…' }).click()
  await page.getByLabel('Why not?').press('Enter')
  await expect(beside).toContainText('No memory has this path.')
  await expect(beside).not.toContainText('Deleted')

  await say(page, 'Remember that tea is green')
  await expect(proposed).toContainText('- tea is green')
  await page.getByRole('button', { name: 'Allow A', exact: true }).click()
  await expect(beside.getByRole('group', { name: 'Current content' })).toContainText(
    '- tea is green',
  )
  await expect(proposed).toBeHidden()
})

test('two browsers on one session see the same, once, in order', async ({
  page,
  browser,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Two browsers' })
  await openSession(page, id)
  const other = await browser.newPage()
  await open(other, page.url())
  await say(page, 'Remember one')
  await expect(log(other)).toContainText('I have written it down: one')
  await say(other, 'Remember two')
  await expect(log(page)).toContainText('I have written it down: two')
  await idle(page)
  await idle(other)
  const textOf = async (which: Page) => (await log(which).innerText()).replace(/\s+/g, ' ')
  // Each page fetches what a call changed by itself, whichever is first.
  const seeTheSame = () =>
    expect(async () => expect(await textOf(other)).toBe(await textOf(page))).toPass({
      timeout: 20_000,
    })
  await seeTheSame()
  await page.getByRole('switch', { name: 'Ask before writing' }).check()
  await expect(other.getByRole('switch', { name: 'Ask before writing' })).toBeChecked()
  await reload(other)
  await seeTheSame()
  await other.close()
})

test.describe('a lost connection', () => {
  // Without a network every request fails.
  test.use({ refused: /./ })

  test('what comes while the browser is away is caught up', async ({
    page,
    memoryStores,
    context,
  }) => {
    const { id } = await memoryStores.create({ name: 'Away' })
    await openSession(page, id)
    await say(page, 'Remember one')
    await context.setOffline(true)
    await expect(page.getByText('Connection lost')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('Connection lost')).toBeHidden()
    await expect(log(page)).toContainText('I have written it down: one')
    await expect(log(page).getByText('I have written it down: one')).toHaveCount(1)
  })
})

test('a conversation is exported as Markdown and as JSON', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Export' })
  await openSession(page, id)
  await say(page, 'Remember one')
  await expect(log(page)).toContainText('I have written it down')
  const markdown = await page.request.get(`${page.url()}/transcript?format=md`)
  expect(await markdown.text()).toContain('## Call of memory')
  expect(await markdown.text()).toContain('Remember one')
  const download = page.waitForEvent('download')
  await fromMenu(page, 'Export JSON')
  expect((await download).suggestedFilename()).toMatch(/^sesn_.*\.json$/)
})

test('a store is cloned, and the same is asked of both side by side', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Original' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'Ada likes tea\n' })
  await open(page, `/stores/${id}/settings`)
  await page.getByLabel('with its history', { exact: true }).check()
  await page.getByRole('button', { name: 'Copy the store' }).click()
  await expect(page.getByRole('heading', { name: 'Original (copy)' })).toBeVisible()
  await walkTo(page, `/sessions/new?store=${id}`)
  await unfoldAdvanced(page)
  await settingRow(page, 'Started').click()
  await page.getByLabel(/Side by side/).check()
  const second = page.getByRole('group', { name: 'Session 2' })
  await second.getByRole('checkbox', { name: 'Original (copy)' }).check()
  await page.getByLabel('First message').fill('What does Ada like?')
  await page.getByRole('button', { name: 'Start both' }).click()
  await page.waitForURL('**/sessions/compare?**')
  const sides = page.getByRole('log', { name: 'Conversation' })
  await expect(sides).toHaveCount(2)
  await expect(sides.nth(0)).toContainText('Ada likes tea (/memories/a.md)')
  await expect(sides.nth(1)).toContainText('Ada likes tea (/memories/a.md)')
})

test('the system prompt can be seen and written anew, before and during a session', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Prompted', description: 'What we know' })
  await open(page, `/sessions/new?store=${id}`)
  await unfoldAdvanced(page)
  await settingRow(page, 'Instructions').click()
  await page.getByLabel('Keep the folder tidy').check()
  const prompt = page.getByLabel('Memory instructions')
  await expect(prompt).toContainText('Prompted (/memories, read and write): What we know')
  await expect(prompt).toContainText('Keep the folder tidy')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await prompt.fill('Look at /memories.')
  // What is wrong in a folded section is unfolded, or Start would do nothing.
  const requests = page.getByLabel('Model requests per run')
  const limits = settingRow(page, 'It stops on its own')
  await limits.click()
  await requests.fill('5000')
  await limits.click()
  await page.getByText('Advanced', { exact: true }).click()
  await expect(requests).toBeHidden()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(requests).toBeFocused()
  await requests.fill('50')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.waitForURL('**/sessions/sesn_*')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await fromMenu(page, 'Settings')
  await settingRow(page, 'Instructions').click()
  await page.getByLabel('Your instructions').fill('Be brief.')
  await expect(prompt).toHaveValue('Look at /memories.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Applies from the next request.')).toBeVisible()
  await reload(page)
  await settingRow(page, 'Instructions').click()
  await page.getByText('System prompt as sent').click()
  await expect(page.locator('pre').filter({ hasText: 'Be brief.' })).toContainText(
    'Be brief.\n\nLook at /memories.',
  )
  await expectAccessible(page)
})

test('a window saves only the settings that were changed in it', async ({
  page,
  context,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Twice' })
  await openSession(page, id)
  const other = await context.newPage()
  await open(other, page.url())
  for (const each of [page, other]) await fromMenu(each, 'Settings')
  await settingRow(page, 'Named').click()
  await page.getByLabel('Title').fill('Named here')
  await settingRow(other, 'Instructions').click()
  await other.getByLabel('Your instructions').fill('Said there.')
  for (const each of [other, page]) {
    await each.getByRole('button', { name: 'Save' }).click()
    await expect(each.getByText('Saved. Applies from the next request.')).toBeVisible()
  }
  await reload(other)
  await expect(settingRow(other, 'Named')).toContainText('Named here')
  await settingRow(other, 'Instructions').click()
  await expect(other.getByLabel('Your instructions')).toHaveValue('Said there.')
})

test('a session is archived, and then deleted; what it wrote stays', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Ending' })
  await openSession(page, id)
  await say(page, 'Remember one')
  await expect(log(page)).toContainText('I have written it down')
  await fromMenu(page, 'Archive or delete…')
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived: read only').first()).toBeVisible()
  await fromMenu(page, 'Archive or delete…')
  await page.getByRole('button', { name: 'Delete conversation' }).click()
  await page.waitForURL('**/sessions')
  expect((await memoryStores.memories.list(id)).data).toHaveLength(1)
})

test.describe('what is not there', () => {
  test.use({ refused: /sesn_none/ })
  test('is said to be nothing', async ({ page }) => {
    await open(page, '/sessions/sesn_none')
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  })
})

test('what is written about a waiting call in the list stays, and says so, when another window decides', async ({
  page,
  context,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Decided twice' })
  await openSession(page, id, { asks: true })
  await say(page, 'Remember that salt is white')
  const other = await context.newPage()
  await open(other, page.url())
  await open(page, '/sessions')
  const row = inList(page, 'Remember that salt is white')
  await row.getByRole('link').first().focus()
  await page.keyboard.press('r')
  await expect(row).toContainText('- salt is white')
  await page.keyboard.press('r')
  const field = row.getByLabel('Why not?')
  await field.fill('It is not')
  await other.getByRole('button', { name: 'Allow A', exact: true }).click()
  await expect(log(other)).toContainText('I have written it down')
  await expect(row).toContainText('Allowed elsewhere')
  await expect(field).toHaveValue('It is not')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).not.toContainText('Create /memories/notes.md')
  await other.close()
})

test('the list shows the agent, what was changed and the context, and folds what contexts took', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Columns' })
  await openSession(page, id)
  await say(page, 'Remember that columns hold')
  await expect(log(page)).toContainText('I have written it down')
  await idle(page)
  await walkTo(page, '/sessions')
  const row = inList(page, 'Remember that columns hold')
  await expect(row.getByRole('img', { name: 'Agent: Practice agent' })).toBeVisible()
  await expect(row).toContainText(/\d+%/)
  await expectAccessible(page)
  await open(page, '/sessions/context')
  await expect(page).toHaveURL(/\/sessions\?show=context$/)
  await expect(row).toContainText(/[\d,]+ \/ [\d,]+/)
  await page.getByText('Tokens of all sessions, archived ones included').click()
  await expect(page.getByRole('application', { name: /largest first/ })).toBeVisible()
})

test('on a phone the first session that waits shows its change and both answers at once', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'At the thumb' })
  await openSession(page, id, { asks: true })
  await say(page, 'Remember that thumbs are short')
  await expect(standing(page, 'Waiting for you')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/sessions')
  const row = inList(page, 'Remember that thumbs are short')
  await expect(row).toContainText('- thumbs are short')
  await expect(row.getByRole('button', { name: /^Allow/ }).first()).toBeEnabled()
  expect((await row.boundingBox())?.y).toBeLessThan(422)
  await expectAccessible(page)
})

test('a session seen in Claude Code has a page: what it was, read and wrote, and the way to its review', async ({
  page,
  baseURL,
  request,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Seen' })
  const url = baseURL ?? ''
  const client = await mcpClient({ url })
  const told = async (hook: string, toolUseId: string) => {
    const answer = await request.post('/v1/hooks/claude-code', {
      data: {
        hook_event_name: hook,
        session_id: `seen-${id}`,
        cwd: '/work/lighthouse',
        tool_name: 'mcp__palimpsest__memory_write',
        tool_use_id: toolUseId,
      },
    })
    expect(answer.ok()).toBe(true)
  }
  for (const [path, content] of [
    ['/first.md', 'said first\n'],
    ['/second.md', 'said second\n'],
  ]) {
    const toolUseId = `toolu_${id}${path}`
    await told('PreToolUse', toolUseId)
    await callTool(client, 'memory_write', { store: id, path, content }, toolUseId)
    await told('PostToolUse', toolUseId)
  }
  await client.close()
  await open(page, '/sessions')
  const row = page.getByRole('listitem').filter({ hasText: 'Seen in Claude Code' })
  await row.getByRole('link').first().click()
  await page.waitForURL(/\/sessions\/sesn_/)
  await expect(page.getByText('Seen in Claude Code')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const writes = page.getByRole('list', { name: 'What it wrote' })
  await expect(writes.getByRole('link')).toHaveCount(2)
  const difference = page.getByRole('complementary', { name: 'What it changed' })
  await expect(difference).toContainText('said first')
  await expectAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(difference).toContainText('said second')
  await page.getByRole('link', { name: /^Review \d changes/ }).click()
  await page.waitForURL(/\/review\/chgset_/)
})
