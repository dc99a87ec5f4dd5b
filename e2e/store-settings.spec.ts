import { expect, test } from './fixtures'
import { open, reload } from './open'

test('a store is renamed, and the page and the list say so', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Old name' })
  await open(page, `/stores/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Name').fill('New name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Old name')
  await page.getByLabel('Name').fill('New name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New name' })).toBeVisible()
})

test('limits and expiry hold once they are left, and are taken back', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Limited' })
  await open(page, `/stores/${id}/settings`)
  const most = page.getByRole('spinbutton', { name: 'Memories' })
  await most.fill('10')
  await most.press('Enter')
  await expect(page.getByText('Memories: limit changed', { exact: true })).toBeVisible()
  await expect(page.getByText('0 of 10')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(most).toHaveValue('')

  const then = page.getByRole('combobox', { name: 'Then' })
  await expect(then).toBeDisabled()
  const days = page.getByRole('spinbutton', { name: 'Days without a read or a write' })
  await days.fill('29')
  await days.press('Enter')
  await expect(then).toBeDisabled()
  await days.fill('45')
  await days.press('Enter')
  await expect(page.getByText(/unused for 45 days/)).toBeVisible()
  await then.click()
  await page.getByRole('option', { name: 'Deleted after 14 more days' }).click()
  await expect(then).toHaveText('Deleted after 14 more days')
  await reload(page)
  await expect(days).toHaveValue('45')
  await expect(then).toHaveText('Deleted after 14 more days')
})

test('a store is exported with its history', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Exported' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'one' })
  await open(page, `/stores/${id}/settings`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'JSON Lines with history' }).click()
  const stream = await (await downloading).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  expect(JSON.parse(Buffer.concat(chunks).toString('utf8'))).toMatchObject({
    changes: [{ op: 'write', path: '/a.md', content: 'one' }],
  })
})

test('a store is archived and deleted only once its name was typed', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'To be gone' })
  await open(page, `/stores/${id}/settings`)
  await page.getByRole('button', { name: 'Archive store…' }).click()
  const archive = page.getByRole('button', { name: 'Archive store', exact: true })
  await expect(archive).toBeDisabled()
  await page.getByLabel('Type its name to confirm: To be gone').fill('To be gone')
  await archive.click()
  await expect(page.getByText(/^Archived on/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()

  await page.getByRole('button', { name: 'Delete store…' }).click()
  await page.getByLabel('Type its name to confirm: To be gone').fill('To be')
  await expect(page.getByRole('button', { name: 'Delete store', exact: true })).toBeDisabled()
  await page.getByLabel('Type its name to confirm: To be gone').fill('To be gone')
  await page.getByRole('button', { name: 'Delete store', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'To be gone' })).toBeHidden()
})

test('what somebody else made of the settings meanwhile is shown before it is overwritten', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Plans', description: 'of ours' })
  await open(page, `/stores/${id}/settings`)
  await memoryStores.update(id, { description: 'of the whole team' })
  await page.getByLabel('Name').fill('Plans of 2027')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody changed this store’s name')).toBeVisible()
  await expect(page.getByText('Now: of the whole team')).toBeVisible()
  expect((await memoryStores.retrieve(id)).name).toBe('Plans')

  await page.getByLabel('Description').fill('of the whole team')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  expect(await memoryStores.retrieve(id)).toMatchObject({
    name: 'Plans of 2027',
    description: 'of the whole team',
  })
})

test('a store that was renamed meanwhile is not deleted by its old name', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Scratch' })
  await open(page, `/stores/${id}/settings`)
  await memoryStores.update(id, { name: 'Production' })
  await page.getByRole('button', { name: 'Delete store…' }).click()
  await page.getByLabel('Type its name to confirm: Scratch').fill('Scratch')
  await page.getByRole('button', { name: 'Delete store', exact: true }).click()
  await expect(page.getByText('nothing was saved')).toBeVisible()
  await expect(page.getByLabel('Type its name to confirm: Production')).toBeVisible()
  expect((await memoryStores.retrieve(id)).name).toBe('Production')
})
