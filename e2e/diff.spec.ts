import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'

test('two versions are compared: words, spaces, side by side, from change to change by key', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Differences' })
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`)
  const memory = await memoryStores.memories.create(id, {
    path: '/plan.md',
    content: lines.join('\n'),
  })
  const changed = lines.with(4, 'line five').with(50, '  line 51').join('\n')
  await memoryStores.memories.update(memory.id, {
    memory_store_id: id,
    content: changed,
    path: '/plans/plan.md',
  })
  const { data } = await memoryStores.memoryVersions.list(id, { memory_id: memory.id })
  await page.goto(`/stores/${id}?memory=${memory.id}&from=${data[1]?.id}&to=${data[0]?.id}`)
  await expect(page.getByRole('heading', { name: '/plan.md → /plans/plan.md' })).toBeVisible()
  await expect(page.getByText('2 changes')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('at 1 of 2')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByText('at 2 of 2')).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByText('at 1 of 2')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Ignore spaces at line ends' }).check()
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Ignore spaces at line ends' })).toBeChecked()
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
})

test('the difference is there as text before any script', async ({
  browser,
  baseURL,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Differences without script' })
  const memory = await memoryStores.memories.create(id, {
    path: '/a.md',
    content: 'one\ntwo old\n',
  })
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'one\ntwo new' })
  const { data } = await memoryStores.memoryVersions.list(id, { memory_id: memory.id })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(
    `${baseURL}/stores/${id}?memory=${memory.id}&from=${data[1]?.id}&to=${data[0]?.id}`,
  )
  const rows = page.getByRole('table', { name: '1 line added, 1 line removed' }).getByRole('row')
  await expect(rows).toHaveText([/one$/, /removed:two old$/, /added:two newno newline at the end$/])
  await expect(page.locator('ins')).toHaveText('new')
  await context.close()
})
