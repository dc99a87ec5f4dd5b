import type { Page } from 'playwright/test'
import { opened, text } from './conversation'
import { expect, test } from './fixtures'
import { script } from './models'
import { open } from './open'

interface Counted {
  openStreams: () => number
}

/** Counts the streams that the page holds, in every document that it loads. */
const countStreams = (page: Page) =>
  page.addInitScript(() => {
    const held: EventSource[] = []
    const Native = window.EventSource
    window.EventSource = class extends Native {
      constructor(address: string | URL) {
        super(address)
        held.push(this)
      }
    }
    const counted = window as unknown as Counted
    counted.openStreams = () => held.filter((each) => each.readyState === Native.OPEN).length
  })

const openStreams = (page: Page) =>
  page.evaluate(() => (window as unknown as Counted).openStreams())

/** Hides or shows the page, as when another tab is brought to the front, or this one again. */
const turn = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
    Object.defineProperty(document, 'hidden', { value: to === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

async function hide(page: Page): Promise<void> {
  await expect.poll(() => openStreams(page)).toBeGreaterThan(0)
  await turn(page, 'hidden')
  await expect.poll(() => openStreams(page)).toBe(0)
}

/**
 * Shows the page again; changes made meanwhile appear as they would have live: nothing was lost.
 */
async function show(page: Page): Promise<void> {
  await turn(page, 'visible')
  await expect.poll(() => openStreams(page)).toBeGreaterThan(0)
  await expect(page.getByText(/^Connection lost|^Back after/)).toHaveCount(0)
}

test.beforeEach(({ page }) => countStreams(page))

test('a hidden page of a session holds no stream, and catches up when it is shown', async ({
  page,
  memoryStores,
}) => {
  const { beta, storeId, sessionId } = await opened('hidden')
  await script('hidden', [{ parts: [text('It is rising.')] }])
  await open(page, `/sessions/${sessionId}`)
  await hide(page)
  await beta.sessions.events.send(sessionId, {
    events: [{ type: 'user.message', content: [{ type: 'text', text: 'How is the tide?' }] }],
  })
  await memoryStores.memories.create(storeId, { path: '/new.md', content: 'new\n' })
  await show(page)
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('It is rising.')
  await expect(
    page
      .getByRole('complementary', { name: 'Memory, live' })
      .getByRole('button', { name: /^new\.md/ }),
  ).toBeVisible()
})

test('a hidden page of a store holds no stream, and catches up when it is shown', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Hidden' })
  await open(page, `/stores/${id}`)
  await hide(page)
  await memoryStores.memories.create(id, { path: '/a.md', content: 'a' })
  await show(page)
  await expect(page.getByRole('treeitem', { name: /^a\.md/ })).toBeVisible()
})

test('a hidden list of stores holds no stream, and catches up when it is shown', async ({
  page,
  memoryStores,
}) => {
  await memoryStores.create({ name: 'First' })
  await open(page, '/stores')
  await hide(page)
  const { id } = await memoryStores.create({ name: 'Second' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'a' })
  await show(page)
  await expect(page.locator('[data-store-row]')).toHaveText(['Second', 'First'])
})

test('a hidden list of sessions holds no stream, and catches up when it is shown', async ({
  page,
}) => {
  await open(page, '/sessions')
  await hide(page)
  const { sessionId } = await opened('hidden')
  await show(page)
  await expect(page.locator(`a[href^="/sessions/${sessionId}"]`).first()).toBeVisible()
})

test('of many windows in view the streams take turns: what is asked in one is answered, and each hears what changed', async ({
  page,
  context,
  memoryStores,
}) => {
  const { storeId, sessionId } = await opened('hidden')
  const others = await Promise.all(Array.from({ length: 7 }, () => context.newPage()))
  const windows = [page, ...others]
  for (const each of others) await countStreams(each)
  for (const each of windows) await open(each, `/sessions/${sessionId}`)
  const held = async () =>
    (await Promise.all(windows.map(openStreams))).reduce((sum, count) => sum + count, 0)
  await expect.poll(held).toBeLessThanOrEqual(4)
  await page.getByRole('link', { name: 'Stores' }).first().click()
  await page.waitForURL(/\/stores$/)
  await memoryStores.memories.create(storeId, { path: '/new.md', content: 'new\n' })
  for (const each of others) {
    await expect(
      each
        .getByRole('complementary', { name: 'Memory, live' })
        .getByRole('button', { name: /^new\.md/ }),
    ).toBeVisible()
    await expect(each.getByText(/^Connection lost|^Back after/)).toHaveCount(0)
  }
})
