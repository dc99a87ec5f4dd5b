import type { Locator, Page } from 'playwright/test'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectAccessibleOnPhone,
  expectSaid,
  listenTo,
} from './accessible'
import { contentsOf } from './fifty-changes'
import { expect, type Stores, test } from './fixtures'
import { open, walkTo } from './open'
import { SAVE, seedLines, toast } from './parts'

const LONG = Array.from({ length: 40 }, (_, index) => `Line ${index} of the long plan.\n`).join('')

/** A store with two memories of a person, both of which an agent changed, and one that it added. */
async function judged(page: Page, stores: Stores): Promise<string> {
  const id = await stores.make('Judged')
  await seedLines(page, id, [
    { path: '/facts.md', content: 'one\ntwo\nthree\nfour\nfive\nsix\n' },
    { path: '/plan.md', content: LONG },
  ])
  await stores.write(id, '/facts.md', 'one\n2\nthree\nfour\nfive\n6\r\n')
  await stores.write(id, '/plan.md', 'unchanged\n')
  await stores.memories.create(id, { path: '/new.md', content: 'A new line.\n' })
  return id
}

/** Opens what there is to review of a store, from the inbox, by a key. */
async function openBoard(page: Page, storeId: string): Promise<void> {
  await open(page, `/review?store=${storeId}&level=danger`)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Emptied')
  await page.keyboard.press('Enter')
  await expect(decided(page, 0)).toBeVisible()
}

const boardOf = (storeId: string) => `/review/apikey_none?store=${storeId}`

const hunk = (page: Page, name: RegExp): Locator => page.getByRole('region', { name })

const decided = (page: Page, count: number, of = 3) =>
  page.getByText(`${count} of ${of} decided`, { exact: true }).filter({ visible: true })

const PLAN = /^\/plan\.md, .*dangerous/
const TWO = /^\/facts\.md, line 2,/
const SIX = /^\/facts\.md, line 6,/
const NEW = /^\/new\.md/

test('what an agent changed is put right by keys alone, and that is undone', async ({
  page,
  stores,
}) => {
  const id = await judged(page, stores)
  const before = await contentsOf(stores, id)
  await openBoard(page, id)
  await expect(hunk(page, PLAN)).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('w')
  await expect(page.locator('[aria-live]').getByText('Wrote without a comment.')).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('status').getByText('Taken back, 3 left')).toBeAttached()
  await expect(hunk(page, /^\/plan\.md, .*taken back$/)).toBeVisible()
  await expect(hunk(page, NEW)).toBeFocused()
  await page.keyboard.press('j')
  await expect(hunk(page, NEW)).not.toBeFocused()
  await page.keyboard.press('k')
  await expect(hunk(page, NEW)).toBeFocused()
  const kept = page.getByRole('navigation', { name: 'Memories to decide' })
  await expect(kept.locator('[aria-current]')).toHaveCount(1)
  await hunk(page, TWO).focus()
  await page.keyboard.press('a')
  await expect(hunk(page, SIX)).toBeFocused()
  await page.keyboard.press('e')
  const own = page.getByLabel('What these lines should say')
  await expect(own).toBeFocused()
  // At once: its lines may be on their way.
  await page.keyboard.type(', as Mina says')
  await expect(own).toHaveValue('6, as Mina says')
  await page.keyboard.press(SAVE)
  await expect(hunk(page, /^\/facts\.md, line 6, .*rewritten$/)).toBeVisible()
  await expect(hunk(page, NEW)).toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.press('z')
  await expect(hunk(page, /^\/new\.md, .*to decide$/)).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('Keeps new.md. Takes 1 change back in plan.md.')).toBeVisible()
  await page.keyboard.press(SAVE)
  await expect(page).toHaveURL(/review\?.*level=danger/)
  expect(await contentsOf(stores, id)).toEqual({
    '/facts.md': 'one\n2\nthree\nfour\nfive\n6, as Mina says\r\n',
    '/plan.md': LONG,
    '/new.md': 'A new line.\n',
  })
  await expect(toast(page, '3 memories settled')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('link', { name: /changed 3 memories$/ })).toBeVisible()
  expect(await contentsOf(stores, id)).toEqual(before)
})

test('a second window that was faster is not overwritten, and decisions stay', async ({
  page,
  context,
  stores,
}) => {
  const id = await judged(page, stores)
  await open(page, boardOf(id))
  const second = await context.newPage()
  await open(second, boardOf(id))
  await hunk(page, PLAN).getByRole('button', { name: 'Take back' }).click()
  await page.keyboard.press(SAVE)
  await expect(decided(page, 0, 2)).toBeVisible()
  await hunk(second, PLAN).getByRole('button', { name: 'Keep' }).click()
  await hunk(second, NEW).getByRole('button', { name: 'Keep' }).click()
  await second.keyboard.press(SAVE)
  await expect(second.getByText(/plan\.md .*meanwhile/)).toBeVisible()
  await expect(decided(second, 1, 2)).toBeVisible()
  await second.keyboard.press('z')
  // The other decision is about what is gone.
  await second.getByRole('link', { name: 'Review', exact: true }).last().click()
  await expect(second.getByRole('region', { name: 'Preview' })).toBeVisible()
  expect((await contentsOf(stores, id))['/plan.md']).toBe(LONG)
  await open(second, boardOf(id))
  await expect(hunk(second, NEW)).toBeFocused()
  await page.keyboard.press('Shift+A')
  await expect(toast(page, '2 memories settled')).toBeVisible()
  await second.keyboard.press('Shift+A')
  await expect(second.getByText('Nothing is left to review there.')).toBeVisible()
  await expect(second.locator('.toast')).toContainText('meanwhile, in another window')
  await second.close()
})

test('what is decided of a store that refuses stays', async ({ page, stores }) => {
  const two = await stores.make('Two', { '/stays.md': 'stays\n', '/moves.md': 'moves\n' })
  await stores.make('One', { '/alone.md': 'alone\n' })
  await open(page, '/review/apikey_none')
  const of = (path: RegExp, name: string) => hunk(page, path).getByRole('button', { name })
  for (const path of [/^\/alone/, /^\/stays/]) await of(path, 'Keep').click()
  await of(/^\/moves/, 'Take back').click()
  await stores.write(two, '/moves.md', 'moved\n')
  await page.keyboard.press(SAVE)
  await expect(hunk(page, /^\/alone/)).toHaveCount(0)
  await expect(hunk(page, /^\/stays\.md, .*kept$/)).toBeVisible()
})

test('what an agent writes meanwhile is told, and comes when it is asked for', async ({
  page,
  stores,
}) => {
  const id = await judged(page, stores)
  await open(page, boardOf(id))
  await listenTo(page)
  await hunk(page, TWO).getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByText('No memory is decided in full yet.')).toBeVisible()
  await hunk(page, NEW).getByRole('button', { name: 'Keep' }).click()
  await stores.write(id, '/facts.md', 'one\n2\nthree\n4\nfive\n6\n')
  await stores.memories.create(id, { path: '/newer.md', content: 'A new line.\n' })
  await expectSaid(page, /2 new changes\./)
  await expect(hunk(page, /^\/facts\.md, line 4,/)).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Show', exact: true }).first().click()
  await expect(hunk(page, /^\/facts\.md, line 4, .*to decide$/)).toBeVisible()
  await expect(hunk(page, /^\/facts\.md, line 2, .*kept$/)).toBeVisible()
  await expect(hunk(page, /^The same edit in 2 memories, .*to decide$/)).toBeVisible()
})

test('keeping all names what is dangerous and asks once', async ({ page, stores }) => {
  const id = await judged(page, stores)
  const before = await contentsOf(stores, id)
  await open(page, boardOf(id))
  await expect(hunk(page, PLAN)).toBeFocused()
  await page.keyboard.press('Shift+A')
  const dialog = page.getByRole('dialog', { name: 'Keep what is dangerous?' })
  await expect(dialog).toContainText('/plan.md')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep all 3' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
  expect(await contentsOf(stores, id)).toEqual(before)
})

test('all is taken back at once, and that is one undo', async ({ page, stores }) => {
  const id = await judged(page, stores)
  const before = await contentsOf(stores, id)
  await open(page, boardOf(id))
  await page.getByRole('button', { name: 'Take back all 3' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back what is dangerous, too?' })
  await dialog.getByRole('button', { name: 'Take back all 3' }).click()
  await expect(toast(page, '3 memories settled')).toBeVisible()
  expect(Object.keys(await contentsOf(stores, id))).toEqual(['/facts.md', '/plan.md'])
  await expect(page.getByText('Nothing is left to review there.')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('link', { name: /changed 3 memories$/ })).toBeVisible()
  expect(await contentsOf(stores, id)).toEqual(before)
})

test('what is left of long memories after a settle is in sight, where the focus is', async ({
  page,
  stores,
}) => {
  const long = ['/four.md', '/three.md', '/two.md', '/one.md'].map(
    (path) => [path, LONG + path] as const,
  )
  const id = await stores.make('Long', Object.fromEntries(long))
  await open(page, boardOf(id))
  await page.keyboard.press('a')
  await expect(hunk(page, /^\/two\.md/)).toBeFocused()
  await page.keyboard.press('a')
  await expect(hunk(page, /^\/three\.md/)).toBeFocused()
  await page.evaluate(() => {
    const save = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })
    setInterval(() => document.body.dispatchEvent(save), 1)
  })
  await expect(decided(page, 0, 2)).toBeVisible()
  await expect(page.getByText(/meanwhile/)).toHaveCount(0)
  await expect(hunk(page, /^\/three\.md/)).toBeFocused()
  await expect(hunk(page, /^\/three\.md/).getByRole('heading')).toBeInViewport()
})

test('leaving with decisions that are not settled asks, and going back keeps them', async ({
  page,
  stores,
}) => {
  const id = await judged(page, stores)
  await open(page, boardOf(id))
  await hunk(page, NEW).getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('link', { name: 'Review', exact: true }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without settling?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(decided(page, 1)).toBeVisible()
  await walkTo(page, '/sessions')
  await page.goBack()
  await expect(decided(page, 1)).toBeVisible()
  await page.getByRole('link', { name: 'Review', exact: true }).last().click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
})

test('a secret is masked until it is asked for', async ({ page, stores }) => {
  const key = `ghp_${'a1B2c3'.repeat(6)}`
  const id = await stores.make('Masked', { '/deploy.md': `token ${key}\n` })
  await open(page, boardOf(id))
  const deploy = hunk(page, /^\/deploy\.md/)
  await expect(deploy).toContainText('ghp_••••')
  expect(await page.content()).not.toContain(key)
  await deploy.getByRole('button', { name: 'Show in clear' }).click()
  await expect(deploy).toContainText(key)
  await stores.write(id, '/deploy.md', 'none\n')
  for (const difference of ['plan?restore=1', 'compare?withAt=1']) {
    await open(page, `/stores/${id}/${difference}`)
    await expect(page.getByText('token ghp_••••')).toBeVisible()
    expect(await page.content()).not.toContain(key)
  }
})

test('the same edit in several memories is decided in those that still have it', async ({
  page,
  stores,
}) => {
  const texts: Record<string, string> = {}
  for (const at of ['one', 'two', 'three', 'four', 'five', 'six'])
    texts[`/${at}/plan.md`] = 'done\n'
  for (let day = 0; day < 42; day++) texts[`/${day}.md`] = `Day ${day}\n`
  const id = await stores.make('Alike', texts)
  await open(page, boardOf(id))
  await expect(page.getByRole('link', { name: 'six/plan.md' })).toBeVisible()
  await expect(page.getByText('Day 0', { exact: true })).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('e')
  await page.getByRole('textbox').fill('Mine')
  await stores.write(id, '/two/plan.md', 'undone\n')
  await stores.write(id, '/0.md', 'Night\n')
  await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
  await expect(hunk(page, /^\/0\.md/)).toBeFocused()
  await expect(page.getByRole('textbox')).toHaveValue(/Mine$/)
  await page.keyboard.press('z')
  await expect(hunk(page, /^41 new memories.*to decide$/)).toBeVisible()
  await page.getByRole('button', { name: '1 more', exact: true }).click()
  await expect(page.getByRole('link', { name: 'one/plan.md' })).toBeVisible()
})

test('on a phone the verbs are at the thumb', async ({ page, stores }) => {
  const id = await judged(page, stores)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/review?store=${id}`)
  await expectAccessibleOnPhone(page)
  await page.getByRole('link', { name: /changed 3 memories$/ }).click()
  await expect(hunk(page, PLAN)).toBeFocused()
  const keep = page.getByRole('button', { name: 'Keep', exact: true }).filter({ visible: true })
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).filter({ visible: true })
  const { y = 0 } = (await keep.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(600)
  expect((await undo.boundingBox())?.y).toBe(y)
  await keep.click()
  await expect(hunk(page, /^\/plan\.md, .*kept$/)).toBeVisible()
  await expectAccessibleOnPhone(page)
  await page.getByRole('button', { name: 'Settle 1 memory' }).click()
  await expect(page.getByRole('button', { name: '0 of 2 decided' })).toBeVisible()
})

/** A store whose rules hold deletions, with an agent's memories of which it wants to delete some. */
async function heldDeletions(page: Page, stores: Stores, paths: readonly string[]) {
  const held = Object.fromEntries(paths.map((path) => [path, 'one\n']))
  const id = await stores.make('Held', { ...held, '/two.md': 'two\n' })
  await open(page, `/stores/${id}/rules`)
  const deletions = page.getByRole('group', { name: 'Deletions' })
  await deletions.getByText('Wait for me').click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('All answers are saved.')).toBeVisible()
  for (const path of paths) {
    const at = await stores.memoryAt(id, path)
    const deleted = stores.memories.delete(at, { memory_store_id: id })
    await expect(deleted).rejects.toThrow(/is held for review/)
  }
  return id
}

const waitingIn = (page: Page) => page.getByRole('article', { name: /^Wants to delete/ })

test('a deletion that a rule holds is denied with words, and the next one allowed, by keys', async ({
  page,
  stores,
}) => {
  const id = await heldDeletions(page, stores, ['/one.md', '/two.md'])
  await stores.make('North', { '/a.md': 'a\n' })
  await open(page, '/review')
  await expect(page.getByRole('region', { name: 'Preview' }).getByText(/^Held[, ]/)).toBeVisible()
  await page.clock.install()
  await open(page, `/review?store=${id}`)
  const waiting = waitingIn(page)
  await expect(waiting).toHaveCount(2)
  await expect(waiting.first()).toContainText('Rule: deletions wait')
  await expect(waiting.first()).toContainText('Waits 2 d 23 h more')
  await page.clock.fastForward('05:00:00')
  await expect(waiting.first()).toContainText('Waits 2 d 18 h more')
  await expect(waiting.first().getByRole('group', { name: '1 line removed' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Why not?' })).toBeFocused()
  await page.keyboard.type('Still needed.')
  await page.keyboard.press(SAVE)
  await expect(waiting).toHaveCount(1)
  await expect(waiting).toBeFocused()
  await expect(page.getByRole('heading', { name: /wants to delete two\.md$/ })).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Allow', exact: true })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(page.getByText('Allowed', { exact: true })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await expect(page.getByRole('link', { name: /changed one\.md$/ })).toBeVisible()
  expect(await contentsOf(stores, id)).toEqual({ '/one.md': 'one\n' })
  const told = await page.request.get(`/v1/memory_stores/${id}/held_writes?state=denied`)
  expect(await told.json()).toMatchObject({
    data: [{ path: '/one.md', message: 'Still needed.' }],
  })
})

test('on a board keys decide about the hunk in focus, not about what waits above it', async ({
  page,
  stores,
}) => {
  const id = await heldDeletions(page, stores, ['/one.md'])
  await open(page, boardOf(id))
  await expect(waitingIn(page).getByRole('button', { name: 'Allow', exact: true })).toBeEnabled()
  await hunk(page, /^\/two\.md/).focus()
  await page.keyboard.press('a')
  await expect(hunk(page, /^\/two\.md, .*kept$/)).toBeVisible()
  await waitingIn(page).focus()
  await page.keyboard.press('a')
  await expect(waitingIn(page)).toHaveCount(0)
  expect(await contentsOf(stores, id)).toEqual({ '/two.md': 'two\n' })
})

test('on a phone the list comes before what waits, which says how much more does', async ({
  page,
  stores,
}) => {
  const paths = Array.from({ length: 21 }, (_, number) => `/${number}/a.md`)
  const id = await heldDeletions(page, stores, paths)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/review?store=${id}`)
  await expect(waitingIn(page)).toHaveCount(20)
  await expect(page.getByRole('link', { name: /wants to change 21 memories/ })).toBeInViewport()
  await expect(page.getByText('1 more waits; they come as you answer these.')).toBeVisible()
})

test('a store says how much more is to review than it lists', async ({ page, stores }) => {
  const many = Array.from({ length: 302 }, (_, number) => [`/${number}.md`, 'a'] as const)
  const id = await stores.make('Many', Object.fromEntries(many))
  await open(page, `/stores/${id}/changes`)
  await expect(page.getByText('changed 300 memories')).toBeVisible()
  await expect(page.getByText('and 2 more memories')).toBeVisible()
  await open(page, `/review/apikey_older?store=${id}`)
  await expect(page.getByText('settled, or older than what is shown here')).toBeVisible()
})
