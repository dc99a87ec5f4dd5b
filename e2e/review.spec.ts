import type Anthropic from '@anthropic-ai/sdk'
import type { APIRequestContext, Locator, Page } from 'playwright/test'
import { expectAccessible, findings } from './accessible'
import { expect, test } from './fixtures'
import { open, reload } from './open'
import { seedHistory } from './seed-history'

type MemoryStores = Anthropic['beta']['memoryStores']

const LONG = Array.from({ length: 40 }, (_, index) => `Line ${index} of the long plan.\n`).join('')

/** A store with three memories of people, two of which an agent changed and one it added. */
async function reviewedStore(request: APIRequestContext, memoryStores: MemoryStores) {
  const { id } = await memoryStores.create({ name: 'Judged' })
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: 'Mina',
      message: 'Beginning',
      changes: [
        { op: 'write', path: '/facts.md', content: 'one\ntwo\nthree\nfour\nfive\nsix\n' },
        { op: 'write', path: '/plan.md', content: LONG },
      ],
    },
  ])
  const { data } = await memoryStores.memories.list(id)
  const idOf = (path: string) => data.find((each) => 'path' in each && each.path === path)
  const facts = idOf('/facts.md')
  const plan = idOf('/plan.md')
  if (!facts || !plan || !('id' in facts) || !('id' in plan)) throw new Error('not seeded')
  const update = (memory: { id: string }, content: string) =>
    memoryStores.memories.update(memory.id, { memory_store_id: id, content })
  await update(facts, 'one\n2\nthree\nfour\nfive\n6\n')
  await update(plan, 'unchanged\n')
  await memoryStores.memories.create(id, { path: '/new.md', content: 'A new line.\n' })
  return { id, facts }
}

async function contents(memoryStores: MemoryStores, id: string) {
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  return Object.fromEntries(
    data.map((each) => [each.path, 'content' in each ? each.content : null]),
  )
}

/** Opens the one changeset of a store from the inbox, by keys. */
async function openChangeset(page: Page, storeId: string): Promise<void> {
  await open(page, `/review?store=${storeId}`)
  await expect(page.getByText('Emptied').first()).toBeVisible()
  // The row that looks chosen is the one that Enter opens.
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/review\/chgset_/)
  await expect(page.getByRole('heading', { name: /^To decide/ })).toBeVisible()
}

const hunk = (page: Page, name: RegExp) => page.getByRole('region', { name })

/** How far a changeset is decided, in its head. */
const decided = (page: Page, figures: string) =>
  page.getByText(new RegExp(`^${figures} memor(y|ies) decided$`)).filter({ visible: true })

/** Begins to choose lines in the first hunk. */
async function chooseLines(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More about this change' }).first().click()
  await page.getByRole('menuitem', { name: 'Select lines' }).click()
  await expect(page.getByText('1 line selected')).toBeVisible()
}

/** Returns the frame of a hunk that has the focus. */
const frameOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { borderTopWidth, zIndex } = getComputedStyle(element, '::after')
    return { width: borderTopWidth, level: zIndex }
  })

test('what an agent changed is put right by keys alone, and that is undone again', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  await expect(hunk(page, /^\/plan\.md, .*critical$/)).toBeFocused()
  await page.keyboard.press('r')
  await expect(hunk(page, /^\/plan\.md/)).toContainText('Goes back')
  await expect(hunk(page, /^\/facts\.md, Lines? 2/)).toBeFocused()
  const row = page.getByRole('navigation', { name: 'Decisions' }).locator('[aria-current]')
  await expect(row).toContainText('facts.md')
  await expect(page.getByText(/1 change to be reverted, 3 left/)).toBeAttached()
  await page.keyboard.press('a')
  await expect(hunk(page, /^\/facts\.md, Lines? 2/)).toContainText('Kept')
  await expect(hunk(page, /^\/facts\.md, Lines? 6/)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(hunk(page, /^\/facts\.md, Lines? 2/)).toBeFocused()
  await page.keyboard.press('j')
  await expect(hunk(page, /^\/facts\.md, Lines? 6/)).toBeFocused()
  await page.keyboard.press('e')
  await page.getByLabel('What these lines should say').fill('six, as Mina says')
  await page.keyboard.press('Control+Enter')
  await expect(hunk(page, /^\/facts\.md, Lines? 6/)).toContainText('To be rewritten')
  await expect(hunk(page, /^\/new\.md/)).toBeFocused()
  await page.keyboard.press('j')
  await expect(hunk(page, /^\/new\.md/)).toBeFocused()
  // Its frame lies over its coloured lines.
  expect(await frameOf(hunk(page, /^\/new\.md/))).toEqual({ width: '2px', level: '1' })
  await page.keyboard.press('r')
  await page.keyboard.press('z')
  await expect(hunk(page, /^\/new\.md/).getByRole('button', { name: /^Keep/ })).toBeVisible()
  await page.keyboard.press('a')
  const summary = '2 memories go back or are rewritten, 1 stays as it is.'
  await expect(page.getByRole('heading', { name: summary })).toBeVisible()
  await expect(page.locator('.key-bar')).toContainText('Apply')
  await expect(hunk(page, /^\/plan\.md/)).toContainText('Line 2 of the long plan.')
  await expect(hunk(page, /^\/plan\.md/)).not.toContainText('Line 3 of the long plan.')
  await expectAccessible(page)
  const before = await contents(memoryStores, id)

  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('2 memories corrected.')).toBeFocused()
  await expect(page.getByRole('list', { name: 'Changed' })).toContainText('facts.md')
  await expectAccessible(page)
  expect(await contents(memoryStores, id)).toEqual({
    '/facts.md': 'one\n2\nthree\nfour\nfive\nsix, as Mina says\n',
    '/plan.md': LONG,
    '/new.md': 'A new line.\n',
  })
  await expect(page.getByText('Reviewed', { exact: true })).toBeVisible()

  // Undone, the decisions stand as before they were applied.
  await page.keyboard.press('z')
  await expect(page.getByRole('heading', { name: summary })).toBeVisible()
  expect(await contents(memoryStores, id)).toEqual(before)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('2 memories corrected.')).toBeFocused()
  await page.keyboard.press('z')
  await expect(page.getByRole('heading', { name: summary })).toBeVisible()
  for (const open of ['2 of 3', '1 of 3', '1 of 3', '0 of 3']) {
    await page.keyboard.press('z')
    await expect(decided(page, open)).toBeVisible()
  }

  // All of it taken back elsewhere: nothing stands, and one key closes it.
  const address = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Revert all…' }).click()
  await page.getByRole('button', { name: 'Undo in 3 memories' }).click()
  await expect(page.getByText('Undone in 3 memories.')).toBeFocused()
  await open(page, address)
  await expect(page.getByText(/^Nothing of this is left/)).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('There is nothing to undo here.').first()).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Reviewed', { exact: true })).toBeVisible()
})

test('what is decided and not applied is said where it is listed, undone over a reload, and applied at the thumb', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  await expect(hunk(page, /^\/plan\.md/)).toBeFocused()
  for (const key of ['r', 'a', 'a', 'a']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { name: '1 memory goes back, 2 stay' })).toBeVisible()
  const address = new URL(page.url()).pathname

  await open(page, `/review?store=${id}`)
  await expect(page.getByRole('listitem').filter({ hasText: '4 decided · Apply' })).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect(preview).toContainText('4 decided · Apply')
  await expect(preview).not.toContainText('Nothing open')
  await expectAccessible(page)
  await open(page, `/stores/${id}/changes`)
  await expect(page.getByText('4 decided · Apply')).toBeVisible()

  await open(page, address)
  await page.keyboard.press('z')
  await expect(hunk(page, /^\/new\.md/).getByRole('button', { name: /^Keep/ })).toBeVisible()
  await expect(hunk(page, /^\/new\.md/)).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  const thumb = page.getByRole('group', { name: 'Your answer' })
  await expect(thumb).toContainText('new.md')
  await expectAccessible(page)
  await thumb.getByRole('button', { name: 'Keep' }).click()
  const apply = page.getByRole('button', { name: /^Apply/ })
  await expect(thumb).toBeHidden()
  await expect(apply).toHaveCount(1)
  expect((await apply.boundingBox())?.y).toBeGreaterThan(600)
  await expectAccessible(page)
  await apply.click()
  await expect(page.getByText('1 memory corrected.')).toBeFocused()
})

test('on a phone a review’s progress has one line, in German too', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  const url = new URL(page.url()).origin
  await page.context().addCookies([{ name: 'locale', value: 'de', url }])
  await page.setViewportSize({ width: 390, height: 844 })
  await reload(page)
  const progress = page
    .locator('button[aria-controls="decisions"]')
    .filter({ hasText: '0 von 3 entschieden', visible: true })
  expect((await progress.boundingBox())?.height).toBeLessThan(30)
  const figures = progress.getByText('0 von 3 entschieden')
  const isCut = await figures.evaluate(
    ({ parentElement: it }) => it && it.scrollWidth > it.clientWidth,
  )
  expect(isCut).toBe(false)
})

test('a tray is applied with the decisions that were still on their way', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/review\/chgset_/, async (route) => {
    await held
    await route.continue()
  })
  await expect(hunk(page, /^\/plan\.md/)).toBeFocused()
  for (const key of ['r', 'a', 'r', 'a']) await page.keyboard.press(key)
  await expect(page.getByText(/1 change kept, 0 left/)).toBeAttached()
  await page.keyboard.press('Control+Enter')
  letThrough()
  await expect(page.getByText('2 memories corrected.')).toBeFocused()
  await expect(page.getByText('Reviewed', { exact: true })).toBeVisible()
  expect(await contents(memoryStores, id)).toEqual({
    '/facts.md': 'one\n2\nthree\nfour\nfive\nsix\n',
    '/plan.md': LONG,
    '/new.md': 'A new line.\n',
  })
})

test('what is decided in one window is shown in the other, and nothing is applied that a window does not show', async ({
  page,
  context,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  const before = await contents(memoryStores, id)
  await openChangeset(page, id)
  const second = await context.newPage()
  await open(second, page.url())
  await expect(decided(second, '0 of 3')).toBeVisible()
  const decide = (window: Page, name: RegExp, act: 'Keep' | 'Revert') =>
    hunk(window, name)
      .getByRole('button', { name: new RegExp(`^${act}`) })
      .click()

  await decide(page, /^\/plan\.md/, 'Keep')
  await expect(decided(page, '1 of 3')).toBeVisible()
  await expect(decided(second, '1 of 3')).toBeVisible()
  await expect(hunk(second, /^\/plan\.md/)).toContainText('Kept')

  // From here on the second window hears nothing of the first, neither by what it asked before nor by
  // the answer to its own decision, which would bring the page anew if it left nothing open.
  await second.route('**/news', (route) => route.abort())
  await reload(second)
  await decide(page, /^\/new\.md/, 'Revert')
  await expect(decided(page, '2 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeEnabled()
  await decide(second, /^\/facts\.md, Lines? 6/, 'Revert')
  await second.keyboard.press('Control+Enter')
  await expect(second.getByText('The plan changed; nothing was done.')).toBeVisible()
  expect(await contents(memoryStores, id)).toEqual(before)
  await expect(hunk(second, /^\/new\.md/)).toContainText('Goes back')
  await second.keyboard.press('Control+Enter')
  await expect(second.getByText('2 memories corrected.')).toBeFocused()
})

test('a decision that another window overtook is refused, and the one that holds is shown', async ({
  page,
  context,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  const second = await context.newPage()
  await second.route('**/news', (route) => route.abort())
  await open(second, page.url())
  const plan = /^\/plan\.md/
  const keep = second.getByRole('region', { name: plan }).getByRole('button', { name: /^Keep/ })
  await expect(keep).toBeVisible()
  await hunk(page, plan)
    .getByRole('button', { name: /^Revert/ })
    .click()
  await expect(hunk(second, plan)).not.toContainText('Goes back')
  await expect(decided(page, '1 of 3')).toBeVisible()
  await reload(page)
  await expect(hunk(page, plan)).toContainText('Goes back')
  await keep.click()
  await expect(hunk(second, plan).getByText(/^This was already decided elsewhere/)).toBeVisible()
  await expect(hunk(second, plan)).toContainText('Goes back')
  await expect(hunk(second, plan)).toBeFocused()
  await expect(second.getByText(/^1 change kept/)).toHaveCount(0)
  await second.keyboard.press('Control+Enter')
  await expect(second.getByText('1 memory corrected.')).toBeFocused()
  await expect(second.getByText(/^This was already decided elsewhere/)).toHaveCount(0)
})

test('the text that is to take the place of a hunk is shown until it is written', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  const facts = hunk(page, /^\/facts\.md, Lines? 2/)
  await expect(page.getByRole('heading', { name: 'To decide 4' })).toBeVisible()
  await facts.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel('What these lines should say').fill('deux\n')
  await page.keyboard.press('Control+Enter')
  await expect(facts).toContainText('To be rewritten')
  await facts.getByRole('button', { name: 'Show' }).click()
  await expect(facts).toContainText('Will be written here:')
  await expect(facts.locator('pre').getByText('deux')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To decide 3' })).toBeVisible()
  await reload(page)
  await facts.getByRole('button', { name: 'Show' }).click()
  await expect(facts.locator('pre').getByText('deux')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('A critical change is still open.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('1 memory corrected.')).toBeFocused()
  await expect(page.getByText('Will be written here:')).toHaveCount(0)
})

test('what an agent writes meanwhile is told, and nothing moves until it is asked for', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id, facts } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  await memoryStores.memories.update(facts.id, {
    memory_store_id: id,
    content: 'one\n2\nthree\n4\nfive\n6\n',
  })
  await expect(page.getByText('The agent wrote again.')).toBeVisible()
  await expect(hunk(page, /^\/facts\.md, Lines? 4/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the new changes' }).click()
  await expect(hunk(page, /^\/facts\.md, Lines? 4/)).toBeVisible()
  await expect(page.getByText('1 new', { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(page.getByText('The agent wrote again.')).toBeHidden()
})

test('a changeset is put aside, and found again', async ({ page, request, memoryStores }) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Until it changes' }).click()
  await page.waitForURL('/review')
  await open(page, `/review?store=${id}`)
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
  await page.keyboard.press('f')
  await page.getByRole('link', { name: 'Snoozed' }).click()
  await expect(page.getByText('Emptied').first()).toBeVisible()
})

test('a changeset that takes a while to open shows its head and that it is loading', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await open(page, `/review?store=${id}`)
  await expect(page.getByText('Emptied').first()).toBeVisible()
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/review\/chgset_/, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /changed 3 memories$/ })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expectAccessible(page)
  letThrough()
  await page.waitForURL(/\/review\/chgset_/)
  await expect(page.getByRole('heading', { name: /^To decide/ })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
})

test('what is routine is kept from the inbox by one key, and taken back', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Routine' })
  await memoryStores.memories.create(id, { path: '/note.md', content: 'A note.\n' })
  await open(page, '/review')
  await expect(page.getByText('Checking…')).toHaveCount(0)
  const routine = page.getByRole('region', { name: 'Routine' })
  await expect(routine.getByRole('button', { name: 'Keep it' })).toBeVisible()
  await page.keyboard.press('Shift+A')
  await expect(page.getByText('Kept everything in 1 review', { exact: true })).toBeVisible()
  await expect(page.getByText('All caught up')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(routine).toContainText('changed note.md')
})

test('some lines of a hunk are kept and the others go back, by keys', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Line by line' })
  await memoryStores.memories.create(id, { path: '/list.md', content: 'one\ntwo\nthree\n' })
  await open(page, `/review?store=${id}`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  // The inbox shows the same hunk beside its list.
  await page.waitForURL(/\/review\/chgset_/)
  await expect(hunk(page, /^\/list\.md/)).toBeVisible()
  await chooseLines(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+J')
  await expect(page.getByText('2 lines selected')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('r')
  await expect(hunk(page, /^\/list\.md/)).toContainText('To be rewritten')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('1 memory corrected.')).toBeFocused()
  expect(await contents(memoryStores, id)).toEqual({ '/list.md': 'one\n' })
})

/** Makes a key for somebody else who reviews; returns the function that revokes it. */
async function secondReviewer(page: Page): Promise<() => Promise<void>> {
  const name = `Mina ${Date.now()}`
  await open(page, '/connections')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('combobox', { name: 'Access' }).click()
  await page.getByRole('option', { name: /^review/ }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return async () => {
    await open(page, '/connections')
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Revoke…' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(dialog).toBeHidden()
  }
}

test('a changeset is taken on once somebody else reviews too, and the inbox is narrowed to it', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  const revoke = await secondReviewer(page)
  await openChangeset(page, id)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Assign to me' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Assigned to me' })).toBeVisible()
  await open(page, `/review?store=${id}`)
  const filter = page.getByRole('checkbox', { name: /^Filter/ })
  await page.keyboard.press('f')
  await expect(page.getByRole('searchbox', { name: 'Path begins with' })).toBeFocused()
  // Who speaks to the computer presses a filter by the words that it shows.
  expect(await findings(page, { runOnly: ['label-content-name-mismatch'] })).toEqual([])
  await page.getByRole('button', { name: 'Assigned to: All' }).click()
  await page.getByRole('menuitemradio', { name: 'Nobody' }).click()
  await expect(page).toHaveURL(/assignee=nobody/)
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Assigned to: Nobody' })).toBeHidden()
  await expect(filter).toBeFocused()
  await expect(filter).toHaveAccessibleName(/^Filter .*Nobody$/)
  await page.keyboard.press('f')
  await page.keyboard.type('/plan')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/path=/)
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Assigned to: Nobody' }).click()
  await page.getByRole('menuitemradio', { name: 'Me' }).click()
  await expect(page.locator('[data-inbox-row]')).toHaveCount(1)
  await revoke()
})

test('lines that are chosen are handed to the redaction, and are in no address', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  await chooseLines(page)
  await page.keyboard.press('x')
  await page.waitForURL(new RegExp(`/redact\\?store=${id}&review=chgset_`))
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/^Line 0 of the long plan/)
})

test('a changeset of over ten megabytes is decided by memory, without its lines', async ({
  page,
  memoryStores,
}) => {
  test.slow()
  const { id } = await memoryStores.create({ name: 'Too much to read' })
  const content =
    'A line of a hundred characters, as a log would have them, again and again, until it is full.\n'
  const whole = content.repeat(1000)
  for (let from = 0; from < 110; from += 10) {
    const paths = Array.from({ length: 10 }, (_, index) => `/logs/${from + index}.md`)
    await Promise.all(
      paths.map((path) => memoryStores.memories.create(id, { path, content: whole })),
    )
  }
  await open(page, `/review?store=${id}`)
  await expect(page.getByText('Checking…')).toHaveCount(0, { timeout: 60_000 })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Too large to show line by line/)).toBeVisible()
  await expect(page.locator('tr')).toHaveCount(0)
  await expect(hunk(page, /^\/logs\//).first()).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByText(/1 change to be reverted, 109 left/)).toBeAttached()
})

test('a changeset of large memories with long lines opens as a small page, and says what it leaves out', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Logs of a day' })
  const line = `${'0123456789 '.repeat(900)}\n`
  for (let hour = 0; hour < 8; hour++) {
    const content = `# Hour ${'abcdefgh'.charAt(hour)}\n${line.repeat(10)}`
    await memoryStores.memories.create(id, { path: `/hours/${hour}.md`, content })
  }
  await open(page, `/review?store=${id}`)
  await page
    // It is called after its memories once they are examined.
    .getByRole('link', { name: /^A program without a key/ })
    .first()
    .click()
  await page.waitForURL(/\/review\/chgset_/)
  await expect(page.getByText('… 7,900 more characters').first()).toBeVisible()
  const served = await page.request.get(page.url())
  expect((await served.body()).length).toBeLessThan(1_500_000)
})

test('the same edit in many memories is one decision, and can be taken apart', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Follow-ups' })
  for (const [index, name] of ['ant', 'bee', 'cat', 'dog'].entries()) {
    const content = `The build takes ${index + 2} minutes on a cold cache.\n`
    await memoryStores.memories.create(id, { path: `/notes/${name}.md`, content })
  }
  await memoryStores.memories.create(id, { path: '/plan.md', content: 'Something else.\n' })
  await open(page, `/review?store=${id}`)
  await expect(page.getByText('Checking…')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/review\/chgset_/)
  const notes = hunk(page, /^4 new memories with the same text/)
  await expect(notes).toContainText('×4')
  await expect(page.getByRole('heading', { name: 'To decide 2' })).toBeVisible()

  await notes.getByRole('link', { name: '1 more, one by one' }).click()
  await expect(page.getByRole('heading', { name: 'To decide 5' })).toBeVisible()
  await hunk(page, /^\/notes\/bee\.md/)
    .getByRole('button', { name: /^Revert/ })
    .click()
  await expect(decided(page, '1 of 5')).toBeVisible()
  const address = new URL(page.url())
  await open(page, address.pathname)
  const others = hunk(page, /^3 new memories with the same text/)
  await others.getByRole('button', { name: 'Keep all 3' }).click()
  await expect(others).toContainText('Kept')
  await expect(decided(page, '4 of 5')).toBeVisible()
  await expect(hunk(page, /^\/plan\.md/)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('1 memory corrected.')).toBeFocused()
  expect(Object.keys(await contents(memoryStores, id))).toEqual([
    '/notes/ant.md',
    '/notes/cat.md',
    '/notes/dog.md',
    '/plan.md',
  ])
})

test('the decided is applied while the rest stays open, and once it asks if something critical is', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  await hunk(page, /^\/new\.md/)
    .getByRole('button', { name: /^Revert/ })
    .click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^A critical change is still open/)).toBeVisible()
  expect(Object.keys(await contents(memoryStores, id))).toContain('/new.md')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('1 memory corrected.')).toBeFocused()
  expect(Object.keys(await contents(memoryStores, id))).not.toContain('/new.md')
  await page.getByRole('button', { name: 'Continue: 3 left' }).click()
  await expect(hunk(page, /^\/plan\.md/)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'To decide 3' })).toBeVisible()
  await expect(page.getByText(/^A critical change is still open/)).toBeHidden()
})

test('a word that turns a line round is framed with its writer, a value to and fro shows its states, and an emptied memory folds', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Turned round' })
  await seedHistory(request, id, [
    {
      at: '2026-07-15T12:00:00Z',
      author: 'Mina',
      changes: [
        { op: 'write', path: '/rules.md', content: '# Rules\nDeploy on Fridays.\nAsk Mina.\n' },
        { op: 'write', path: '/plan.md', content: LONG },
      ],
    },
  ])
  const { data } = await memoryStores.memories.list(id)
  const update = (path: string, content: string) => {
    const memory = data.find((each) => each.path === path)
    if (!memory || !('id' in memory)) throw new Error('not seeded')
    return memoryStores.memories.update(memory.id, { memory_store_id: id, content })
  }
  await update('/rules.md', '# Rules\nNever deploy on Fridays.\nAsk Mina.\n')
  await update('/plan.md', '')
  const day = (name: string) => `Release day: ${name}\n`
  const made = await memoryStores.memories.create(id, { path: '/day.md', content: day('Tuesday') })
  for (const name of ['Thursday', 'Tuesday', 'Thursday']) {
    await memoryStores.memories.update(made.id, { memory_store_id: id, content: day(name) })
  }
  await open(page, `/review?store=${id}`)
  await expect(page.getByText('Checking…')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/review\/chgset_/)
  const rules = hunk(page, /^\/rules\.md/)
  await expect(rules.locator('mark')).toHaveText('Never')
  await expect(rules).toContainText('One word reverses the meaning.')
  await expect(rules).toContainText('Mina wrote the line on Jul 15, 2026.')
  const states = hunk(page, /^\/day\.md/)
  await expect(states).toContainText('TuesdayThursdayTuesdayThursday')
  await expect(states).toContainText('4 writes. The last value stands.')
  const plan = hunk(page, /^\/plan\.md/)
  await expect(plan.getByText('Line 11 of the long plan.')).toBeVisible()
  await expect(plan.getByText('Line 12 of the long plan.')).toBeHidden()
  await plan.getByRole('button', { name: '28 more lines removed' }).click()
  await expect(plan.getByText('Line 39 of the long plan.')).toBeVisible()
})

test('a comment that is being written is kept when its hunk becomes another', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id, facts } = await reviewedStore(request, memoryStores)
  await openChangeset(page, id)
  await hunk(page, /^\/facts\.md, Lines? 2/).focus()
  await page.keyboard.press('c')
  await page.getByLabel('Your comment').fill('Why is this 2?')
  await memoryStores.memories.update(facts.id, {
    memory_store_id: id,
    content: 'one\nthree\nfour\nfive\n6\n',
  })
  await page.getByRole('button', { name: 'Show the new changes' }).click()
  await expect(
    page.getByText('The change you wrote this for is no longer on this page.'),
  ).toBeVisible()
  await expect(page.getByLabel('Your text')).toHaveValue('Why is this 2?')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Your text')).toBeHidden()
})

test('on a phone the answers follow what is on the screen', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'At the thumb' })
  for (const name of ['one', 'two', 'three']) {
    const content = Array.from({ length: 25 }, (_, at) => `The ${name} note, ${at}.\n`).join('')
    await memoryStores.memories.create(id, { path: `/${name}.md`, content })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/review?store=${id}`)
  await page.getByRole('link', { name: /changed 3 memories/ }).click()
  await page.waitForURL(/\/review\/chgset_/)
  const hunks = page.locator('[data-hunk]')
  await expect(hunks).toHaveCount(3)
  await expect(hunks.first()).toBeFocused()
  await hunks.nth(1).evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await expect(hunks.nth(1)).toBeFocused()
  const answers = page.getByRole('group', { name: 'Your answer' })
  await answers.getByRole('button', { name: 'Revert' }).click()
  await expect(hunks.nth(1)).toContainText('Goes back')
  await expect(hunks.first()).not.toContainText('Goes back')
})
