import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { open } from './open'

/**
 * Counts how often the server renders the page that is shown now: with the answer to an action, or
 * because the page asks for itself.
 */
function countRenderings(page: Page): () => number {
  const { pathname } = new URL(page.url())
  let count = 0
  page.on('response', (response) => {
    const headers = response.request().headers()
    if (new URL(response.url()).pathname !== pathname || headers['next-router-prefetch']) return
    const isRendered =
      'next-action' in headers ? response.headers()['x-action-revalidated'] : headers.rsc
    if (isRendered) count++
  })
  return () => count
}

test('what an action changed comes once, with its answer: a restore', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Restored once' })
  const memory = await memoryStores.memories.create(id, { path: '/a.md', content: 'one\n' })
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'two\n' })
  await open(page, `/stores/${id}/restore?version=${memory.memory_version_id}`)
  const renderings = countRenderings(page)
  await page.getByRole('button', { name: 'Restore v1' }).click()
  await expect(page.getByText('Restored v1.')).toBeFocused()
  await page.waitForLoadState('networkidle')
  expect(renderings()).toBe(1)
})

test('what an action changed comes once, though the store’s stream tells of it, too: a quarantine', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Guarded once' })
  const memory = await memoryStores.memories.create(id, { path: '/plan.md', content: 'One.\n' })
  // The page waits for an answer by its own clock, which stands until the answer is there: however
  // long it takes, it must not be rendered for what the stream tells of it.
  await page.clock.install()
  await open(page, `/stores/${id}?memory=${memory.id}`)
  const renderings = countRenderings(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Quarantine…' }).click()
  const quarantine = page.getByRole('button', { name: 'Quarantine', exact: true })
  await expect(quarantine).toBeVisible()
  await page.clock.pauseAt(Date.now() + 2_000)
  await quarantine.click()
  await expect(page.getByRole('note').filter({ hasText: 'In quarantine' })).toBeVisible()
  await page.clock.resume()
  // A change by another comes after it on the same stream, and is rendered for itself.
  await memoryStores.memories.create(id, { path: '/other.md', content: 'Two.\n' })
  await expect.poll(renderings).toBe(2)
})

test('what an action could not change comes once as well, as it stands now', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Plans', description: 'of ours' })
  await open(page, `/stores/${id}/settings`)
  await memoryStores.update(id, { description: 'of the whole team' })
  const renderings = countRenderings(page)
  await page.getByLabel('Name').fill('Plans of 2027')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Now: of the whole team')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(renderings()).toBe(1)
})
