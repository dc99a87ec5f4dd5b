import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'

test('two moments of a store are compared, and what lies between is taken back after its plan', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Between' })
  const a = await memoryStores.memories.create(id, { path: '/a.md', content: 'one\ntwo\n' })
  const b = await memoryStores.memories.create(id, { path: '/b.md', content: 'bee\n' })
  await memoryStores.memories.update(a.id, { memory_store_id: id, content: 'one\n2\n' })
  await memoryStores.memories.update(b.id, { memory_store_id: id, path: '/moved/b.md' })
  await memoryStores.memories.create(id, { path: '/c.md', content: 'sea\n' })
  await page.goto(`/stores/${id}?at=2`)
  await page.getByRole('link', { name: 'Compare with now' }).click()
  const changes = page.getByRole('list', { name: 'Changes between two moments' })
  await expect(changes.getByRole('group')).toHaveCount(3)
  await expect(changes.getByRole('group').first()).toContainText('modified/a.md+1 −1')
  await expect(changes).toContainText('/b.md → /moved/b.md')
  await expectAccessible(page)
  await expect(async () => {
    await page.keyboard.press('n')
    await expect(changes.locator('summary:focus')).toBeVisible({ timeout: 500 })
  }).toPass()

  await page.getByRole('link', { name: 'Undo these changes…' }).click()
  await expect(page.getByRole('heading', { name: '3 memories would change' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo in 3 memories' }).click()
  await expect(page.getByText('3 memories were taken back.')).toBeVisible()
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/a.md', content: 'one\ntwo\n' },
    { path: '/b.md', content: 'bee\n' },
  ])
  await page.getByRole('link', { name: 'Undo this again' }).click()
  await page.getByRole('button', { name: 'Undo in 3 memories' }).click()
  await expect(page.getByText('3 memories were taken back.')).toBeVisible()
  expect((await memoryStores.memories.list(id)).data).toMatchObject([
    { path: '/a.md' },
    { path: '/c.md' },
    { path: '/moved/b.md' },
  ])
})

test('a plan that is no longer true is not carried out, and what others changed is left alone', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Stale' })
  const a = await memoryStores.memories.create(id, { path: '/a.md', content: 'one\n' })
  const { data } = await memoryStores.memoryVersions.list(id)
  await page.goto(`/stores/${id}/undo?version=${data[0]?.id}`)
  const run = page.getByRole('button', { name: /^Undo in/ })
  await expect(run).toBeEnabled()
  await memoryStores.memories.update(a.id, { memory_store_id: id, content: 'somebody else\n' })
  await expect(async () => {
    if (await run.isEnabled()) await run.click()
    await expect(page.getByText(/Nothing was done; the plan below is the new one/)).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  await expect(page.getByText('1 memory was changed by somebody else since').first()).toBeVisible()
  await expect(page.getByText(/^Changed by /)).toBeVisible()
  await expect(run).toBeDisabled()
  await page.getByRole('link', { name: 'Take them back as well' }).click()
  await run.click()
  await expect(page.getByText('1 memory was taken back.')).toBeVisible()
  expect((await memoryStores.memories.list(id)).data).toEqual([])
})
