import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'

test('what changes anywhere is listed as it happens, and opens its difference', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Busy' })
  const memory = await memoryStores.memories.create(id, { path: '/busy/a.md', content: 'one' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Activity' }).click()
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('link', { name: '/busy/a.md' }).first()).toBeVisible()
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'two' })
  await expect(changes.getByText('v2 · 3B').first()).toBeVisible()
  await expectAccessible(page)
  await changes.getByRole('link', { name: '/busy/a.md' }).first().click()
  await expect(page.getByText('v1 compared with v2')).toBeVisible()
})

test('changes are filtered by store and operation, in the address', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Filtered' })
  const memory = await memoryStores.memories.create(id, { path: '/gone.md', content: 'x' })
  await memoryStores.memories.delete(memory.id, { memory_store_id: id })
  await page.goto('/activity')
  await page.getByLabel('Store').selectOption(id)
  await page.getByLabel('Operation').selectOption('deleted')
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('link', { name: '/gone.md' })).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`store=${id}&operation=deleted`))
  await page.reload()
  await expect(page.getByLabel('Operation')).toHaveValue('deleted')
  await expect(page.getByLabel('Store')).toHaveValue(id)
  await page.getByLabel('Operation').selectOption('modified')
  await expect(page.getByText('Nothing changed here.')).toBeVisible()
})
