import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { open, walkTo } from './open'
import { speak, WIDTHS } from './layout'

/*
 * Pictures of pages in our own fonts alone, drawn the same everywhere (`e2e/fonts.conf`). What must
 * hold with any fonts is asserted in `layout.spec.ts`.
 */

/** Compares screenshots in both themes, with what differs from run to run masked. */
async function expectLooks(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, {
      mask: [page.locator('time, [data-changes-with-time], .monaco-editor')],
    })
  }
}

test('the main pages look as they did', async ({ page, memoryStores }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { id } = await memoryStores.create({ name: 'Appearance', description: 'Looked at' })
  const plan = ['# Plan', '', '- [x] read', '- [ ] write it down', '', 'Ask **first**.', ''].join(
    '\n',
  )
  const memory = await memoryStores.memories.create(id, { path: '/notes/plan.md', content: plan })
  await memoryStores.memories.create(id, { path: '/notes/deep/idea.md', content: 'An idea\n' })
  await memoryStores.memories.create(id, { path: '/readme.md', content: 'Begin here\n' })
  const content = plan.replace('read', 'read everything').replace('Ask **first**.', 'Ask nobody.')
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content })

  await open(page, `/stores/${id}?path=/notes/plan.md`)
  await expect(page.getByRole('tree', { name: 'Memories' })).toHaveAttribute('aria-busy', 'false')
  await expectLooks(page, 'store')
  await open(page, `/stores/${id}?path=/notes/plan.md&view=preview`)
  await expectLooks(page, 'preview')
  await open(page, `/stores/${id}?path=/notes/plan.md&view=blame`)
  await expectLooks(page, 'blame')
  await open(page, `/stores/${id}/compare?from=1&to=4`)
  await expectLooks(page, 'compare')
  await open(page, `/stores/${id}/seed`)
  await expectLooks(page, 'seed')
  await open(page, `/search?q=idea&store=${id}`)
  await page.getByRole('heading', { name: 'Search' }).click()
  await expectLooks(page, 'search')
})

test('an empty store looks as it did', async ({ page, memoryStores }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { id } = await memoryStores.create({ name: 'Empty appearance' })
  await open(page, `/stores/${id}`)
  await expectLooks(page, 'empty-store')
})

test('the pages with the longest words look as they did in German', async ({
  page,
  memoryStores,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await speak(page, 'de')
  const { id } = await memoryStores.create({ name: 'Notizen', description: 'Gedächtnis' })
  const content = '# Plan\n\n- [x] lesen\n- [ ] schreiben\n'
  await memoryStores.memories.create(id, { path: '/plan.md', content })
  await open(page, `/stores/${id}?path=/plan.md`)
  await expect(page.getByRole('tree')).toHaveAttribute('aria-busy', 'false')
  await expectLooksAtWidths(page, 'store-de')
  await walkTo(page, `/stores/${id}/seed`)
  await expectLooksAtWidths(page, 'seed-de')
  await walkTo(page, '/sessions/new')
  await expectLooksAtWidths(page, 'new-session-de')
})

async function expectLooksAtWidths(page: Page, name: string): Promise<void> {
  for (const [width, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size)
    await expect(page).toHaveScreenshot(`${name}-${width}.png`, {
      mask: [page.locator('time, [data-changes-with-time], .monaco-editor')],
    })
  }
}
