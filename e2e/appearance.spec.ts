import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { open } from './open'

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
