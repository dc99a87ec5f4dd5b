import { readFile } from 'node:fs/promises'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload } from './open'

test('a text is found everywhere, taken out after a deliberate act, and proved gone', async ({
  page,
  memoryStores,
}) => {
  const secret = 'sk-live-4f9c2e7a'
  const { id: storeId } = await memoryStores.create({ name: 'Leaked' })
  const memory = await memoryStores.memories.create(storeId, {
    path: '/keys.md',
    content: `token ${secret}\n`,
  })
  await memoryStores.memories.update(memory.id, {
    memory_store_id: storeId,
    content: `token ${secret} twice ${secret}\n`,
  })
  await open(page, `/stores/${storeId}`)
  await page.getByRole('link', { name: 'Redact a text…' }).click()
  await expect(page.getByLabel('Where', { exact: true })).toHaveValue(storeId)

  await page.getByLabel('The text').fill(secret)
  await page.getByRole('button', { name: 'Find every place' }).click()
  await expect(page.getByRole('heading', { name: '2 places' })).toBeVisible()
  const places = page.getByRole('list', { name: 'Where the text stands' }).getByRole('listitem')
  await expect(places).toHaveText([/keys\.md.*now · 2 versions · 2 times/])
  await expectAccessible(page)
  expect(page.url()).not.toContain(secret)

  const run = page.getByRole('button', { name: 'Redact everywhere' })
  await expect(run).toBeDisabled()
  await page.getByLabel('I understand').check()
  await page.getByLabel('Type how many places there are: 2').fill('3')
  await expect(run).toBeDisabled()
  await page.getByLabel('Type how many places there are: 2').fill('2')
  await run.click()

  await expect(page.getByRole('heading', { name: 'The text is gone' })).toBeVisible({
    timeout: 30_000,
  })
  const files = page.getByRole('table', { name: 'The database’s files, searched byte by byte' })
  await expect(files.getByRole('row', { name: /palimpsest\.db .* 0$/ })).toBeVisible()
  await expectAccessible(page)

  // The receipt has an address of its own, to come back to.
  const address = page.url()
  expect(address).toContain('/redactions/job_')
  await reload(page)
  await expect(page.getByRole('heading', { name: 'The text is gone' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download receipt' }).click(),
  ])
  const receipt = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(receipt)).toMatchObject({ rewrittenMemories: 1, rewrittenVersions: 2 })
  expect(receipt).not.toContain(secret)
  await open(page, '/redactions')
  await page
    .getByRole('link', { name: /20\d\d/ })
    .first()
    .click()
  await expect(page.getByText('Versions rewritten')).toBeVisible()
  await open(page, `/stores/${storeId}?memory=${memory.id}`)
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText(
    'token [redacted] twice [redacted]',
  )
})

test('a text that stands nowhere says so', async ({ page }) => {
  await open(page, '/redact')
  await page.getByLabel('The text').fill('nowhere-to-be-found')
  await page.getByRole('button', { name: 'Find every place' }).click()
  await expect(page.getByText('The text stands nowhere.')).toBeVisible()
})
