import { expect, test } from './fixtures'
import { open, walkTo } from './open'

test.describe('a connection that is lost', () => {
  // Requests fail while the network is away.
  test.use({ refused: /./ })

  test('is said and taken up again; what was missed is counted, and played when asked for', async ({
    page,
    context,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'Offline' })
    await memoryStores.memories.create(id, { path: '/a.md', content: 'a' })
    await open(page, `/stores/${id}`)
    const tree = page.getByRole('tree', { name: 'Memories' })
    await memoryStores.memories.create(id, { path: '/b.md', content: 'b' })
    await expect(tree.getByRole('treeitem', { name: /^b\.md/ })).toBeVisible()

    await context.setOffline(true)
    await expect(page.getByText(/^Connection lost/)).toBeVisible()
    await memoryStores.memories.create(id, { path: '/c.md', content: 'c' })
    await memoryStores.memories.create(id, { path: '/d.md', content: 'd' })
    await expect(tree.getByRole('treeitem', { name: /^c\.md/ })).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByText('2 changes came in meanwhile.')).toBeVisible({ timeout: 15_000 })
    await expect(tree.getByRole('treeitem', { name: /^c\.md/ })).toBeHidden()
    await page.getByRole('status').getByRole('button', { name: 'Replay' }).click()
    await expect(page.getByText('2 changes came in meanwhile.')).toBeHidden()
    await expect(page).toHaveURL(/at=/)
    await expect(page).not.toHaveURL(/at=/)
    await expect(tree.getByRole('treeitem', { name: /^c\.md/ })).toBeVisible()
    await expect(tree.getByRole('treeitem', { name: /^d\.md/ })).toBeVisible()
  })

  test('keeps what was typed, and sends it once the server answers again', async ({
    page,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'Typed' })
    const memory = await memoryStores.memories.create(id, { path: '/a.md', content: 'a\n' })
    await open(page, `/stores/${id}?memory=${memory.id}&view=edit`)
    const text = page.getByRole('textbox', { name: 'Text of the memory' })
    await text.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('typed ')
    await page.route('**/stores/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Palimpsest isn’t responding.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy my text' })).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByRole('list', { name: 'Content' })).toContainText('typed a')
    const saved = await memoryStores.memories.retrieve(memory.id, { memory_store_id: id })
    expect(saved.content).toBe('typed a\n')
  })

  test('keeps the page when the next one cannot be reached, and opens that once it can', async ({
    page,
    context,
  }) => {
    await open(page, '/sessions')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    await expect(page.getByText('Can’t reach the server.')).toBeVisible()
    await expect(page).toHaveURL('/sessions')
    await context.setOffline(false)
    await expect(page).toHaveURL('/log')
    await expect(page.getByText('Can’t reach the server.')).toBeHidden()
  })

  test('the log does not call itself live meanwhile', async ({ page, context }) => {
    await open(page, '/log')
    const sign = page.getByText('Live', { exact: true })
    await expect(sign).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(/^Connection lost/)).toBeVisible()
    await expect(sign).toBeHidden()
    await context.setOffline(false)
    await expect(sign).toBeVisible({ timeout: 15_000 })
  })

  test('a list says it, too, and stays as it is until what came is asked for', async ({
    page,
    context,
    memoryStores,
  }) => {
    await memoryStores.create({ name: 'First' })
    await open(page, '/stores')
    await context.setOffline(true)
    await expect(page.getByText(/^Connection lost/)).toBeVisible()
    const { id } = await memoryStores.create({ name: 'Second' })
    await memoryStores.memories.create(id, { path: '/a.md', content: 'a' })
    await context.setOffline(false)
    await expect(page.getByText('1 change came in meanwhile.')).toBeVisible({ timeout: 15_000 })
    const rows = page.locator('[data-store-row]')
    await expect(rows).toHaveText(['First'])
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
    await expect(rows).toHaveText(['Second', 'First'])
    await walkTo(page, '/stores?sort=name')
    await expect(rows).toHaveText(['First', 'Second'])
  })
})

test('what changes glows in the tree, and what is being written is not touched', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Glowing' })
  const memory = await memoryStores.memories.create(id, { path: '/a.md', content: 'one' })
  await open(page, `/stores/${id}?memory=${memory.id}&view=edit`)
  const text = page.getByRole('textbox', { name: 'Text of the memory' })
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and mine')
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'theirs' })
  const row = page.getByRole('treeitem', { name: /^a\.md/ })
  await expect(row.locator('.glow')).toBeAttached()
  await expect(page.getByText('12 of 102,400 bytes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(row.locator('.glow')).toHaveCount(0)
  await expect(page.getByText('12 of 102,400 bytes')).toBeVisible()
})
