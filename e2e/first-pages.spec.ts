import { realHistoryFile } from '@/tests/support/real-history'
import { expect, test } from './fixtures'
import { open } from './open'

test('a person makes a store, seeds it with a history, reads a memory and compares its versions', async ({
  page,
}) => {
  test.slow()
  const history = realHistoryFile(60)
  await open(page, '/')
  await page.getByRole('button', { name: 'New store' }).click()
  await page.getByLabel('Name').fill('Memory bank')
  await page.getByRole('button', { name: 'Create store' }).click()
  await expect(page.getByRole('heading', { name: 'Memory bank' })).toBeVisible()

  await page
    .getByRole('region', { name: 'Overview' })
    .getByRole('link', { name: 'Seed', exact: true })
    .click()
  const plan = page.getByRole('region', { name: 'Paths of the plan' })
  await page.getByLabel('Choose files…').setInputFiles(history.file)
  await expect(plan).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('60 moments of history')).toBeVisible()
  await expect(page.getByText(/^over 100/).first()).toBeVisible()
  await page.getByRole('button', { name: /^Seed \d/ }).click()
  await expect(page.getByRole('heading', { name: /memories now\.$/ })).toBeVisible({
    timeout: 120_000,
  })
  await page.getByRole('link', { name: /^Open / }).click()

  const tree = page.getByRole('tree', { name: 'Memories' })
  const folder = tree.getByRole('treeitem', { name: 'Folder specs' })
  await folder.click()
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  await folder.click()
  await tree.getByRole('treeitem', { name: /^checklist\.md/ }).click()
  await expect(page.getByRole('heading', { name: '/checklist.md' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Content' })).toContainText('#')
  const versions = page.getByRole('list', { name: 'Versions' })
  await expect(versions.getByRole('img', { name: /author-1/ }).first()).toBeVisible()
  await versions
    .getByRole('link', { name: /^Compare with/ })
    .first()
    .click()
  await expect(page.getByRole('table', { name: /lines? added/ })).toBeVisible()
  history.discard()
})

test('the content is there without any script, with its line numbers', async ({
  browser,
  baseURL,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Plain' })
  await memoryStores.memories.create(id, {
    path: '/a.md',
    content: '# Title\n<script>alert(1)</script>\n\n세계 <b>bold</b>\n',
  })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(`/stores/${id}?path=/a.md`)
  const lines = page.getByRole('list', { name: 'Content' }).getByRole('listitem')
  await expect(lines).toHaveCount(4)
  await expect(lines.nth(1)).toHaveText('<script>alert(1)</script>')
  await expect(page.locator('#L4')).toHaveText('세계 <b>bold</b>')
  await context.close()
})

test('what a script writes appears without a reload', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Live' })
  const made = await memoryStores.memories.create(id, { path: '/notes/a.md', content: 'one' })
  await open(page, `/stores/${id}?path=/notes/a.md`)
  const tree = page.getByRole('tree', { name: 'Memories' })
  await expect(tree.getByRole('treeitem', { name: /^a\.md/ })).toBeVisible()

  await memoryStores.memories.create(id, { path: '/notes/b.md', content: 'new' })
  await expect(tree.getByRole('treeitem', { name: /^b\.md/ })).toBeVisible()
  await memoryStores.memories.update(made.id, { memory_store_id: id, content: 'two' })
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('two')
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2)
  await memoryStores.memories.delete(made.id, { memory_store_id: id })
  await expect(tree.getByRole('treeitem', { name: /^a\.md/ })).toBeHidden()
})

test('a new store appears in the list of stores without a reload', async ({
  page,
  memoryStores,
}) => {
  await open(page, '/')
  await memoryStores.create({ name: 'Made by a script' })
  await expect(page.getByRole('link', { name: 'Made by a script' }).first()).toBeVisible()
})

test('the tree is walked by keyboard', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Keys' })
  for (const path of ['/a.md', '/folder/inside.md', '/z.md']) {
    await memoryStores.memories.create(id, { path, content: path })
  }
  await open(page, `/stores/${id}`)
  const tree = page.getByRole('tree', { name: 'Memories' })
  await tree.getByRole('treeitem', { name: /^a\.md/ }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('treeitem', { name: /^inside\.md/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '/folder/inside.md' })).toBeVisible()
})

test('a store that is not there, and a file that is no seed, say so', async ({
  page,
  request,
  memoryStores,
}) => {
  expect((await request.get('/stores/memstore_none')).status()).toBe(404)
  const { id } = await memoryStores.create({ name: 'Bad seed' })
  const response = await request.post(`/v1/memory_stores/${id}/import?dry_run=true`, {
    data: Buffer.from('neither this nor that'),
  })
  expect(response.status()).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { message: 'This is neither a zip, nor a tar, nor JSON Lines.' },
  })
  await open(page, `/stores/${id}`)
  await expect(page.getByText('No memories yet', { exact: true })).toBeVisible()
})

test('a foreign host is refused, and a foreign page may not write', async ({
  request,
  baseURL,
}) => {
  const url = `${baseURL}/v1/memory_stores`
  const rebound = await request.get(url, { headers: { host: 'evil.example' } })
  expect(rebound.status()).toBe(421)
  const foreign = await request.post(url, {
    headers: { origin: 'http://evil.example' },
    data: { name: 'x' },
  })
  expect(foreign.status()).toBe(403)
  expect(await foreign.json()).toMatchObject({ error: { type: 'permission_error' } })
})

test('the settings and the log are found by the names by which people look for them', async ({
  page,
}) => {
  await open(page, '/settings')
  await expect(page).toHaveURL(/\/settings\/installation$/)
  await open(page, '/log')
  await expect(page).toHaveURL(/\/log$/)
})
