import { readFile } from 'node:fs/promises'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload, walkTo } from './open'

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
    content: `token ${secret} twice ${secret}\nand ${secret.toUpperCase()}\n`,
  })
  const besides = await memoryStores.create({ name: 'Besides' })
  await memoryStores.memories.create(besides.id, { path: '/copy.md', content: secret })
  await open(page, `/stores/${storeId}`)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Go to a store/ })).toBeFocused()
  await page.keyboard.type('redact a text in')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Where' })).toHaveText('Leaked')

  await expect(page.getByLabel('Text', { exact: true })).toBeFocused()
  await page.keyboard.type(secret)
  await page.getByRole('button', { name: 'Find matches' }).click()
  await expect(page.getByRole('heading', { name: '2 matches' })).toBeVisible()
  const places = page.getByRole('region', { name: 'Where the text is' })
  await expect(places.getByRole('list', { name: 'Memories now' })).toContainText(
    'token sk-l•••• twice sk-l••••',
  )
  await expect(places.getByRole('list', { name: 'Earlier versions' })).toContainText('1 of 2')
  await expect(places).not.toContainText(secret)
  await page.getByRole('button', { name: 'Show the text' }).click()
  await expect(places).toContainText(secret)
  await expectAccessible(page)
  expect(page.url()).not.toContain(secret)

  // One store's redaction says that another holds the text, too, and leads to all of them.
  const act = page.getByRole('complementary', { name: 'What redacting does' })
  await expect(act).toContainText('Only Leaked.')
  await expect(act).toContainText('1 more match in other stores.')
  await act.getByRole('button', { name: 'Find it in all stores' }).click()
  await expect(page.getByRole('heading', { name: '3 matches' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Where' })).toHaveText('All stores')
  await expect(act).toContainText('All stores.')
  await page.getByRole('button', { name: 'Show the text' }).click()

  // Another spelling goes with it once it is ticked, and is counted.
  await page.getByRole('checkbox', { name: secret.toUpperCase() }).check()
  const question = page.getByRole('dialog', { name: 'Redact all 4 matches?' })
  await page.getByRole('button', { name: 'Redact 4 matches…' }).click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  expect(
    (await memoryStores.memories.retrieve(memory.id, { memory_store_id: storeId })).content,
  ).toContain(secret)
  await page.keyboard.press('Control+Enter')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Redact 4 matches' }).click()

  await expect(page.getByRole('heading', { name: 'The text is gone' })).toBeVisible({
    timeout: 30_000,
  })
  const files = page.getByRole('table', { name: 'Byte search of the database’s files' })
  await expect(files.getByRole('row', { name: /palimpsest\.db .* 0$/ })).toBeVisible()
  await expectAccessible(page)

  // The receipt has an address of its own, to come back to.
  const address = page.url()
  expect(address).toContain('/redactions/job_')
  await reload(page)
  await expect(page.getByRole('heading', { name: 'The text is gone' })).toBeVisible()
  await expect(page.getByRole('definition').getByText('You', { exact: true })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download receipt' }).click(),
  ])
  const receipt = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(receipt)).toMatchObject({ rewrittenMemories: 3 })
  expect(receipt.toLowerCase()).not.toContain(secret)
  await walkTo(page, '/redactions')
  await page
    .getByRole('main')
    .getByRole('link', { name: /20\d\d/ })
    .first()
    .click()
  await expect(page.getByText('Versions rewritten')).toBeVisible()
  await walkTo(page, `/stores/${storeId}?memory=${memory.id}`)
  await expect(page.getByRole('list', { name: 'Content' })).toContainText(
    'token [redacted] twice [redacted]',
  )
  await expect(page.getByRole('list', { name: 'Content' })).toContainText('and [redacted]')
})

test('what is marked in a memory is the text that is to be redacted', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Marked' })
  const content = 'Keep this.\nThe code is 4711-0815.\nAnd this.\n'
  const memory = await memoryStores.memories.create(id, { path: '/codes.md', content })
  await open(page, `/stores/${id}?memory=${memory.id}`)
  const redact = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Redact/ }).click()
    await page.waitForURL(`/redact?store=${id}`)
  }
  await page.getByRole('link', { name: 'Line 2' }).click()
  await redact()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('The code is 4711-0815.')
  await expect(page.getByRole('button', { name: 'Redact 1 match…' })).toBeVisible()

  await open(page, `/stores/${id}?memory=${memory.id}`)
  const line = page.getByRole('list', { name: 'Content' }).locator('code').nth(1)
  await line.dblclick({ position: { x: 12, y: 8 } })
  const selected = await page.evaluate(() => window.getSelection()?.toString() ?? '')
  expect(selected.trim()).not.toBe('')
  await redact()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(selected.trim())
})

test('a text that stands nowhere says so', async ({ page }) => {
  await open(page, '/redact')
  await page.getByLabel('Text', { exact: true }).fill('nowhere-to-be-found')
  await page.getByRole('button', { name: 'Find matches' }).click()
  await expect(page.getByText('No matches. Nothing to redact.')).toBeVisible()
})
