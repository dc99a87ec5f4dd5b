import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'

test('a store is renamed, and the page and the list say so', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Old name' })
  await page.goto(`/stores/${id}`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('New name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('link', { name: '← New name' }).click()
  await expect(page.getByRole('heading', { name: 'New name' })).toBeVisible()
})

test('a store is exported with its history', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Exported' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'one' })
  await page.goto(`/stores/${id}/settings`)
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
  await page.goto(`/stores/${id}/settings`)
  await page.getByRole('button', { name: 'Archive the store…' }).click()
  const archive = page.getByRole('button', { name: 'Archive the store', exact: true })
  await expect(archive).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('Type its name: To be gone').fill('To be gone')
  await archive.click()
  await expect(page.getByText(/^Archived since/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  await page.getByRole('button', { name: 'Delete the store…' }).click()
  await page.getByLabel('Type its name: To be gone').fill('To be')
  await expect(page.getByRole('button', { name: 'Delete the store', exact: true })).toBeDisabled()
  await page.getByLabel('Type its name: To be gone').fill('To be gone')
  await page.getByRole('button', { name: 'Delete the store', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'To be gone' })).toBeHidden()
})
