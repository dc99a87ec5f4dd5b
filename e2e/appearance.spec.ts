import type { Page } from 'playwright/test'
import { expect, type MemoryStores, test } from './fixtures'
import { WIDTHS } from './layout'
import { open } from './open'
import { treeOf } from './parts'

/*
 * Pictures of pages in our own fonts alone, drawn the same everywhere (`e2e/fonts.conf`). What must
 * hold with any fonts is asserted in `layout.spec.ts`.
 */

/** Compares a page in both themes; what differs from run to run is masked. */
async function expectLooks(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, {
      mask: [page.locator('time, .monaco-editor')],
    })
  }
}

/** A store with folders, and a memory of two versions; resolves with the store's address. */
async function writtenStore(stores: MemoryStores): Promise<string> {
  const { id } = await stores.create({ name: 'Appearance', description: 'Looked at' })
  const plan = '# Plan\n\n- [x] read\n- [ ] write it down\n\nAsk **first**.\n'
  const memory = await stores.memories.create(id, { path: '/notes/plan.md', content: plan })
  await stores.memories.create(id, { path: '/notes/deep/idea.md', content: 'An idea\n' })
  await stores.memories.create(id, { path: '/readme.md', content: 'Begin here, token 4711\n' })
  const content = plan.replace('read', 'read everything').replace('Ask **first**.', 'Ask nobody.')
  await stores.memories.update(memory.id, { memory_store_id: id, content })
  return `/stores/${id}`
}

// Stores of other tests stand in the wide sidebar.
test.beforeEach(async ({ context, application: { url } }) => {
  await context.addCookies([{ name: 'sidebar', value: 'rail', url }])
})

test('a store looks as it did', async ({ page, stores }) => {
  await open(page, `${await writtenStore(stores)}?path=/notes/plan.md`)
  await expect(treeOf(page).getByRole('treeitem')).toHaveCount(4)
  await expectLooks(page, 'store')
  await page.setViewportSize(WIDTHS.phone)
  await expectLooks(page, 'store-phone')
})

test('a plan looks as it did', async ({ page, stores }) => {
  await open(page, `${await writtenStore(stores)}/plan?restore=1`)
  await expect(page.getByText('Ask nobody.')).toBeVisible()
  await expectLooks(page, 'plan')
})

test('the places of a text that is to be redacted look as they did', async ({ page, stores }) => {
  const [, , id] = (await writtenStore(stores)).split('/')
  await open(page, `/redact?store=${id}`)
  await page.keyboard.type('4711')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Redact 1 match…' })).toBeVisible()
  await expectLooks(page, 'redact')
})

test('a session looks as it did', async ({ page, stores }) => {
  const [, , id] = (await writtenStore(stores)).split('/')
  await open(page, `/sessions/new?store=${id}`)
  await page.keyboard.type('Remember that our next release is on Friday')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('article', { name: /^Created/ })).toContainText('Friday')
  await expect(page.getByText(/I have written it down/).first()).toBeVisible()
  await expectLooks(page, 'session')
  await page.setViewportSize(WIDTHS.phone)
  await expectLooks(page, 'session-phone')
})
