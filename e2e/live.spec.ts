import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Request } from 'playwright/test'
import { gate } from '@/tests/support/model-server'
import { expect, test } from './fixtures'
import { open } from './open'
import { memoryPane, rowOf, seedLines, versionsOf } from './parts'

test('what a script writes appears in every window that shows it, but in none that is written in', async ({
  page,
  context,
  stores,
}) => {
  const id = await stores.make('Live', { '/notes/a.md': 'one\n' })
  const memoryId = await stores.memoryAt(id, '/notes/a.md')
  await open(page, `/stores/${id}?memory=${memoryId}`)
  const other = await context.newPage()
  await open(other, `/stores/${id}?memory=${memoryId}&view=edit`)
  await expect(other.getByRole('textbox', { name: 'Text of the memory' })).toBeFocused()
  await other.keyboard.press('ControlOrMeta+End')
  await other.keyboard.type('and mine')

  await page.bringToFront()
  await stores.memories.create(id, { path: '/notes/b.md', content: 'new\n' })
  await expect(rowOf(page, /^b\.md/)).toBeVisible()
  await stores.write(id, '/notes/a.md', 'two\n')
  await expect(memoryPane(page)).toContainText('two')
  await expect(versionsOf(page).getByRole('checkbox')).toHaveCount(2)
  await stores.memories.delete(memoryId, { memory_store_id: id })
  await expect(memoryPane(page)).toContainText('Deleted with v3')
  await expect(rowOf(page, /^a\.md/)).toBeHidden()

  await other.bringToFront()
  await expect(rowOf(other, /^b\.md/)).toBeVisible()
  await expect(memoryPane(other)).toContainText(/and.mine/)
  await other.close()
})

test('a page does not move while a border of it is dragged', async ({ page, stores }) => {
  const id = await stores.make('Dragged', { '/a.md': 'before\n' })
  await page.clock.install()
  await open(page, `/stores/${id}?path=/a.md`)
  await expect(memoryPane(page)).toContainText('before')
  const refreshed: string[] = []
  page.on('request', (request) => {
    const { rsc, 'next-router-prefetch': prefetch } = request.headers()
    if (rsc !== undefined && prefetch === undefined) refreshed.push(request.url())
  })
  await page.getByRole('separator', { name: 'Width: Memories' }).hover()
  await page.mouse.down()
  const told = page.waitForResponse(/listing/)
  await stores.write(id, '/a.md', 'after\n')
  await told
  await page.clock.runFor(2_000)
  expect(refreshed).toEqual([])
  await page.mouse.up()
  await page.clock.runFor(1_000)
  await expect(memoryPane(page)).toContainText('after')
})

test('what is shown is asked for anew once it came, however fast agents write', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Busy', { '/a.md': 'a' })
  await open(page, `/stores/${id}`)
  const answer = gate()
  const asked: string[] = []
  await page.route(/_rsc=|places$/, (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return answer.opened.then(() => route.continue())
  })
  for (let n = 0; n < 15; n += 1) {
    await stores.memories.create(id, { path: `/${n}.md`, content: 'news' })
    await expect(rowOf(page, new RegExp(`^${n}\\.md`))).toBeVisible()
  }
  expect(asked.toSorted()).toEqual(['/places', `/stores/${id}`])
  answer.open()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a new store appears in the list, and a deleted one leaves it', async ({ page, stores }) => {
  await open(page, '/stores')
  const { id } = await stores.create({ name: 'Made by a script' })
  const link = page.getByRole('main').getByRole('link', { name: 'Made by a script' })
  await expect(link).toBeVisible()
  await stores.delete(id)
  await expect(link).toBeHidden()
})

/** Hides the page, as when another tab is brought to the front, or shows it again. */
const turn = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** The streams that a page holds open. */
function streamsOf(page: Page): Set<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') open.add(request)
  })
  page.on('requestfailed', (request) => open.delete(request))
  page.on('requestfinished', (request) => open.delete(request))
  return open
}

test('a page hidden for a minute holds no stream, and shows what it missed once it is seen again', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Hidden', { '/a.md': 'a\n' })
  const streams = streamsOf(page)
  await page.clock.install()
  await open(page, `/stores/${id}`)
  await expect.poll(() => streams.size).toBe(1)
  await turn(page, 'hidden')
  await page.clock.fastForward(30_000)
  await stores.memories.create(id, { path: '/b.md', content: 'b\n' })
  await expect(rowOf(page, /^b\.md/)).toBeVisible()
  expect(streams.size).toBe(1)
  await page.clock.fastForward(30_000)
  await expect.poll(() => streams.size).toBe(0)

  await stores.memories.create(id, { path: '/c.md', content: 'c\n' })
  await turn(page, 'visible')
  await expect(rowOf(page, /^c\.md/)).toBeVisible()
  expect(streams.size).toBe(1)
  await expect(page.getByText(/^Connection lost|^Back after/)).toHaveCount(0)
  // Nobody closed it, but no beat has come; what stands there ages, though nothing is new.
  await page.clock.fastForward(3 * 3_600_000)
  await expect(page.getByText('Connection lost. Trying again.')).toBeVisible()
  const ages = page.getByRole('main').locator('time[title]')
  await expect(ages.filter({ hasText: '3 h' }).first()).toBeVisible()
})

test('a page that nobody sees gives its stream away to one that opens its own', async ({
  page,
  context,
  stores,
}) => {
  const id = await stores.make('Hidden beside another')
  const streams = streamsOf(page)
  await open(page, `/stores/${id}`)
  await expect.poll(() => streams.size).toBe(1)
  await turn(page, 'hidden')
  const other = await context.newPage()
  const ofOther = streamsOf(other)
  await open(other, `/stores/${id}`)
  await expect.poll(() => ofOther.size).toBe(1)
  await expect.poll(() => streams.size).toBe(0)
  await other.close()
})

test('of many windows in view each hears what changes: their streams take turns', async ({
  page,
  context,
  stores,
}) => {
  const id = await stores.make('In many windows')
  const others = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
  const windows = [page, ...others]
  const streams = windows.map(streamsOf)
  for (const each of windows) await open(each, `/stores/${id}`)
  const held = () => streams.reduce((sum, { size }) => sum + size, 0)
  await expect.poll(held).toBe(4)
  await stores.memories.create(id, { path: '/new.md', content: 'new\n' })
  for (const each of windows) {
    await expect(rowOf(each, /^new\.md/)).toBeVisible()
    await expect(each.getByText(/^Connection lost|^Back after/)).toHaveCount(0)
    expect(held()).toBeLessThanOrEqual(4)
  }
  for (const each of others) await each.close()
})

test('rows that are read stay in place when a script writes above', async ({ page, stores }) => {
  const id = await stores.make('Read')
  const memories = Array.from({ length: 200 }, (_, index) => ({
    path: `/note-${String(index).padStart(3, '0')}.md`,
    content: `${index}`,
  }))
  await seedLines(page, id, memories)
  await open(page, `/stores/${id}?path=/note-150.md`)
  const read = rowOf(page, /^note-150\.md/)
  await expect(read).toBeInViewport()
  const before = await read.boundingBox()
  await stores.memories.create(id, { path: '/a.md', content: 'above\n' })
  const setSize = () => read.getAttribute('aria-setsize')
  await expect.poll(setSize).toBe('201')
  expect(await read.boundingBox()).toEqual(before)
})

test('a page of which the server runs another build by now says so, and stays with what is typed', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Updated', { '/a.md': 'a\n' })
  await open(page, `/stores/${id}`)
  await rowOf(page, /^a\.md/).press('F2')
  const build = await page.evaluate(() => document.documentElement.dataset.build ?? '')
  await page.route(/_rsc=/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(build, 'another')
    await route.fulfill({ body, headers: { ...response.headers(), 'x-build': 'another' } })
  })
  await stores.write(id, '/a.md', 'b\n')
  await expect(page.getByRole('status').getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'New name of a.md' })).toBeFocused()
})

test.describe('while the network is away', () => {
  test.use({ refused: /./ })

  test('the page says so, and shows what it missed after', async ({ page, context, stores }) => {
    const id = await stores.make('Offline', { '/a.md': 'a\n' })
    await open(page, `/stores/${id}`)
    await stores.memories.create(id, { path: '/b.md', content: 'b\n' })
    await expect(rowOf(page, /^b\.md/)).toBeVisible()
    // The connection dies in silence under an act, whose answer nobody would wait for in vain.
    const sent: (string | undefined)[] = []
    await page.route(/\/stores\//, async (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().headers()['x-sent'])
      if (sent.length !== 1) await route.continue()
    })
    await rowOf(page, /^a\.md/).press('F2')
    await page.getByRole('textbox', { name: 'New name of a.md' }).fill('e.md')
    await page.keyboard.press('Enter')
    await expect.poll(() => sent.length).toBe(1)
    try {
      await context.setOffline(true)
      await expect(page.getByText('Connection lost. Trying again.')).toBeVisible()
      for (const path of ['/c.md', '/d.md'])
        await stores.memories.create(id, { path, content: 'x' })
      await expect(rowOf(page, /^c\.md/)).toBeHidden()
    } finally {
      await context.setOffline(false)
    }
    await expect(rowOf(page, /^d\.md/)).toBeVisible()
    await expect(page.getByText('Connection lost. Trying again.')).toBeHidden()
    await expect(rowOf(page, /^e\.md/)).toBeVisible()
    expect(sent).toEqual([sent[0], sent[0]])
  })

  test('a page whose refresh gets no whole answer of the server stays with what is typed, and is there anew once somebody answers', async ({
    page,
    stores,
  }) => {
    const id = await stores.make('Kept', { '/a.md': 'a\n' })
    await open(page, `/stores/${id}`)
    await rowOf(page, /^a\.md/).focus()
    // It breaks off in the midst of its answer.
    const half = createServer((_, answer) => {
      answer.writeHead(200, { 'content-type': 'text/x-component' })
      answer.write('0:', () => answer.destroy())
    }).listen(0)
    const { port } = half.address() as AddressInfo
    let failed = 0
    await page.route(/_rsc=/, async (route) => {
      if (route.request().headers()['next-router-prefetch']) return route.continue()
      failed += 1
      if (failed === 1) await page.keyboard.press('F2')
      await page.keyboard.type('x')
      if (failed === 1) await route.abort()
      else if (failed === 2) await route.fulfill({ status: 502 })
      else await route.continue({ url: `http://127.0.0.1:${port}` })
    })
    await stores.memories.create(id, { path: '/b.md', content: 'b\n' })
    await expect.poll(() => failed).toBeGreaterThan(3)
    await page.unrouteAll({ behavior: 'wait' })
    half.close()
    await expect(rowOf(page, /^b\.md/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'New name of a.md' })).toHaveValue(/^xxxx/)
  })

  test('an act without an answer is told as unknown, one of another build as not done; its text stays', async ({
    page,
    stores,
  }) => {
    const id = await stores.make('Unanswered', { '/a.md': 'a\n' })
    await open(page, `/stores/${id}?memory=${await stores.memoryAt(id, '/a.md')}&view=edit`)
    const text = page.getByRole('textbox', { name: 'Text of the memory' })
    await expect(text).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.type('typed ')
    await page.route('**/stores/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^No answer came\. It may or may not have been done/)).toBeVisible()
    await page.unrouteAll()
    // Another build knows no act by its name.
    await page.route('**/stores/**', (route) => {
      const headers = { ...route.request().headers(), 'next-action': '0'.repeat(42) }
      return route.request().method() === 'POST' ? route.continue({ headers }) : route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Palimpsest was updated, so nothing was done.')).toBeVisible()
    await page.unrouteAll()
    // Over a connection that breaks a browser sends it again by itself.
    await page.route('**/stores/**', async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(versionsOf(page).getByRole('checkbox')).toHaveCount(2)
    await expect(text).toHaveCount(0)
    await page.unrouteAll()
    expect(await stores.contentAt(id, '/a.md')).toBe('typed a\n')
  })
})
