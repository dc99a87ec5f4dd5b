import { expect, test } from './fixtures'
import { open, reload } from './open'

test('what changes anywhere is listed as it happens, and opens its difference', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Busy' })
  const memory = await memoryStores.memories.create(id, { path: '/busy/a.md', content: 'one' })
  await open(page, '/')
  await page.getByRole('link', { name: 'Activity' }).click()
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('link', { name: '/busy/a.md' }).first()).toBeVisible()
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'two' })
  await expect(changes.getByText('v2 · 3 B').first()).toBeVisible()
  await changes.getByRole('link', { name: '/busy/a.md' }).first().click()
  const difference = changes.getByRole('table', { name: '1 line added, 1 line removed' })
  await expect(difference.getByRole('row')).toHaveText([/one/, /two/])

  // While a difference is open, new changes must not move it.
  await memoryStores.memories.create(id, { path: '/busy/b.md', content: 'b' })
  await expect(page.getByText('1 waiting')).toBeVisible()
  await expect(changes.getByRole('link', { name: '/busy/b.md' })).toBeHidden()
  await expect(difference).toBeVisible()
  await page.keyboard.press('p')
  await expect(changes.getByRole('link', { name: '/busy/b.md' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(changes.getByRole('table', { name: '1 line added, 0 lines removed' })).toBeVisible()
  await changes.getByRole('link', { name: 'Compare the versions' }).click()
  await expect(page.getByRole('heading', { name: '/busy/b.md' })).toBeVisible()
})

test('changes are filtered by actor, path and time', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Narrowed' })
  await memoryStores.memories.create(id, { path: '/here/a.md', content: 'x' })
  await memoryStores.memories.create(id, { path: '/there/b.md', content: 'x' })
  await open(page, `/activity?store=${id}`)
  const changes = page.getByRole('list', { name: 'Changes' })
  const path = page.getByRole('searchbox', { name: 'Paths beginning with' })
  await expect(path).toBeEnabled()
  await path.fill('/here')
  await expect(changes.getByRole('link', { name: '/there/b.md' })).toBeHidden()
  await expect(changes.getByRole('link', { name: '/here/a.md' })).toBeVisible()
  await page.getByLabel('Time').selectOption('hour')
  await expect(page).toHaveURL(/since=hour/)
  await expect(page).toHaveURL(/path=%2Fhere/)
  await changes
    .getByRole('link', { name: /^(person|API key)/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /show every actor/ })).toBeVisible()
  await expect(changes.getByRole('link', { name: '/here/a.md' })).toBeVisible()
})

test('changes are filtered by store and operation, in the address', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Filtered' })
  const memory = await memoryStores.memories.create(id, { path: '/gone.md', content: 'x' })
  await memoryStores.memories.delete(memory.id, { memory_store_id: id })
  await open(page, '/activity')
  await page.getByLabel('Store').selectOption(id)
  await page.getByLabel('Operation').selectOption('deleted')
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('link', { name: '/gone.md' })).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`store=${id}&operation=deleted`))
  await reload(page)
  await expect(page.getByLabel('Operation')).toHaveValue('deleted')
  await expect(page.getByLabel('Store')).toHaveValue(id)
  await page.getByLabel('Operation').selectOption('modified')
  await expect(page.getByText('Nothing changed here.')).toBeVisible()
})
