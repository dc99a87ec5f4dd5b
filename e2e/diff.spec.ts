import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload } from './open'

test('two versions are compared as text, and in the editor for who asks for it', async ({
  page,
  memoryStores,
}) => {
  test.slow()
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
  await open(page, `/stores/${id}?memory=${memory.id}&from=${data[1]?.id}&to=${data[0]?.id}`)
  await expect(page.getByRole('heading', { name: '/plan.md → /plans/plan.md' })).toBeVisible()
  const difference = page.getByRole('table', { name: '2 lines added, 2 lines removed' })
  const rows = difference.getByRole('row')
  // The first change is in view at once and stays there when the rest arrives.
  await expect(rows.filter({ hasText: 'line five' })).toBeInViewport()
  await page.waitForLoadState('networkidle')
  await expect(rows.filter({ hasText: 'line five' })).toBeInViewport()
  await expect(page.locator('.monaco-editor')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(rows.filter({ hasText: /removed:line 5$/ })).toBeFocused()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('at 2 of 2')).toBeVisible()
  await expect(rows.filter({ hasText: 'added:  line 51' })).toBeInViewport()
  await open(page, `${page.url()}#L51`)
  await expect(page.locator('[data-marked]')).toContainText('line 51')

  await page.getByRole('link', { name: 'In the editor' }).click()
  await expect(page).toHaveURL(/compare=editor/)
  // The editor is large and loaded on demand; until then the text stays.
  await expect(page.getByText('2 changes')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('.monaco-editor').getByText('line five')).toBeInViewport()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('at 1 of 2')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText('at 2 of 2')).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByText('at 1 of 2')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Ignore leading and trailing spaces' }).check()
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await reload(page)
  await expect(
    page.getByRole('checkbox', { name: 'Ignore leading and trailing spaces' }),
  ).toBeChecked()
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
