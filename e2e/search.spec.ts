import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

test('a text is found as it is typed, in every store, with its lines', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Searched' })
  await memoryStores.memories.create(id, {
    path: '/notes/deploy.md',
    content: '# Deploy\n\nAsk the Zanzibar team first, then Zanzibar again\n',
  })
  await open(page, '/stores')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: /^Go to a store/ }).pressSequentially('zan')
  await page.getByRole('option', { name: /^Search memories for “zan”/ }).click()
  const field = page.getByLabel('Text', { exact: true })
  await field.press('End')
  await field.pressSequentially('zi')
  // Beside the results: since when it stands, and what brought it.
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: /^There since / })).toBeVisible()
  const hits = page.getByRole('region', { name: 'Searched' })
  await expect(hits.getByRole('link', { name: '/notes/deploy.md' })).toBeVisible()
  // A memory is listed once, however many matches it has.
  await expect(hits.getByRole('link', { name: /^3 Ask/ })).toHaveCount(1)
  await expect(hits.locator('mark')).toHaveText(['Zanzi', 'Zanzi'])
  await expect(page).toHaveURL(/q=zanzi/)
  // The whole line is a link, not only its number.
  await hits.getByText('team first').click()
  await expect(page).toHaveURL(/#L3$/)
  await expect(page.locator('#L3')).toHaveText('Ask the Zanzibar team first, then Zanzibar again')
})

test('of a text of the past it says when it came and went, also in deleted memories', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Past' })
  const memory = await memoryStores.memories.create(id, { path: '/a.md', content: 'plain' })
  const update = (content: string) =>
    memoryStores.memories.update(memory.id, { memory_store_id: id, content })
  await update('now with quokkas')
  await update('and without')
  await update('quokkas are back')
  await memoryStores.memories.delete(memory.id, { memory_store_id: id })
  await open(page, `/search?q=quokka&store=${id}`)
  await expect(page.getByText('No matches now')).toBeVisible()
  await page.getByRole('link', { name: '1 in history' }).click()
  await page.getByRole('checkbox', { name: 'Filter Include history, Past' }).check()
  await expect(page.getByRole('link', { name: 'Include history' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  const hits = page.getByRole('region', { name: 'Past' })
  await expect(hits.getByText(/Added in v2.* removed in v3/)).toBeVisible()
  await expect(hits.getByText(/Added in v4.* removed in v5/)).toBeVisible()
  await expect(hits.getByText('Deleted', { exact: true })).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: /^There from .* 2 times$/ })).toBeVisible()
  await expect(preview.getByText(/^Removed/)).toBeVisible()
  await expect(hits.getByRole('link', { name: '1 quokkas are back' })).toHaveAttribute(
    'href',
    /version=.*#L1$/,
  )
})

test('a text too short to be looked for says so, and the search works without a script', async ({
  page,
  browser,
  baseURL,
  memoryStores,
}) => {
  await open(page, '/search?q=ab')
  await expect(page.getByText('Type at least three characters.')).toBeVisible()
  const { id } = await memoryStores.create({ name: 'No script' })
  await memoryStores.memories.create(id, { path: '/세계.md', content: '안녕 세계 🙂' })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await context.newPage()
  await plain.goto(`/search?q=${encodeURIComponent('녕 세')}`)
  await expect(plain.getByRole('link', { name: '/세계.md' })).toBeVisible()
  await context.close()
})

test('a search is narrowed to a folder, walked by key, and more of a store is shown on request', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Narrow search' })
  for (let index = 0; index < 25; index++) {
    const path = `/deep/${String(index).padStart(2, '0')}.md`
    await memoryStores.memories.create(id, { path, content: 'the quokka sat' })
  }
  await memoryStores.memories.create(id, { path: '/other.md', content: 'another quokka' })
  await open(page, `/search?q=quokka&store=${id}`)
  const hits = page.getByRole('region', { name: 'Narrow search' })
  await expect(hits.getByRole('link', { name: /\.md$/ })).toHaveCount(20)
  await expect(hits.getByRole('heading', { name: /^\/deep\/\s*19$/ })).toBeVisible()
  await hits.getByRole('link', { name: 'Show more of this store' }).click()
  await expect(hits.getByRole('link', { name: /\.md$/ })).toHaveCount(26)
  await expect(hits.getByRole('link', { name: '/other.md' })).toBeVisible()
  await page.getByRole('checkbox', { name: /^Filter/ }).check()
  await page.getByLabel('Folder').fill('/deep')
  await expect(hits.getByRole('link', { name: '/other.md' })).toBeHidden()
  await expect(page).toHaveURL(/in=%2Fdeep/)
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = hits.getByRole('link', { name: /\.md$/ }).nth(1)
  await expect(second).toBeFocused()
  // The preview follows the focus, which stays where it is.
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview).toContainText((await second.getAttribute('aria-label')) ?? 'a path')
  await expect(page).toHaveURL(/hit=mem_/)
  await expect(second).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^\/deep\//)
})

test('what was said in a session is found, with its session', async ({ page, request }) => {
  const opened = await request.post('/v1/sessions', {
    headers: { 'anthropic-beta': 'managed-agents-2026-04-01' },
    data: {
      agent: 'practice',
      environment_id: 'env_local',
      title: 'About marsupials',
      initial_events: [
        { type: 'user.message', content: [{ type: 'text', text: 'Is a numbat a NUMBAT?' }] },
      ],
    },
  })
  const { id } = (await opened.json()) as { id: string }
  await open(page, '/search?q=numbat')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  const hit = sessions.getByRole('link', { name: /^About marsupials/ })
  await expect(hit.getByText('Is a')).toBeVisible()
  expect((await hit.locator('mark').allTextContents()).slice(-2)).toEqual(['numbat', 'NUMBAT'])
  await hit.click()
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}`))
})

test('of many stores one is chosen by its name', async ({ page, memoryStores }) => {
  const named = (name: string) => memoryStores.create({ name })
  await Promise.all(Array.from({ length: 30 }, (_, n) => named(`Store ${n}`)))
  const { id } = await named('Quiet harbour')
  await memoryStores.memories.create(id, { path: '/boats.md', content: 'three boats' })
  await open(page, '/search?q=boats')
  await page.getByRole('checkbox', { name: /^Filter/ }).check()
  await page.getByRole('button', { name: 'Store: All stores' }).click()
  const field = page.getByRole('combobox', { name: 'Find a store' })
  const options = page.getByRole('listbox', { name: 'Find a store' }).getByRole('option')
  await expect(field).toBeFocused()
  await field.fill('HARB')
  await expect(options).toHaveText(['Quiet harbour'])
  await expectAccessible(page)
  await field.press('Enter')
  await expect(page).toHaveURL(`/search?q=boats&store=${id}`)
  await expect(page.getByRole('button', { name: 'Store: Quiet harbour' })).toBeVisible()
  // A session gets such a store too.
  await open(page, '/sessions/new')
  await page.getByRole('button', { name: 'Find another store' }).click()
  await field.fill('store 17')
  await expect(options).toHaveText(['Store 17'])
  await options.click()
  await expect(page.getByRole('checkbox', { name: 'Store 17', exact: true })).toBeChecked()
})

test('a secret is masked in results, beside them and in the log, also in what the browser is sent', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Keys' })
  const token = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`
  const content = `token: ${token} # yearly\n`
  await memoryStores.memories.create(id, { path: '/ci.md', content })
  const sent = async (address: string) => (await page.request.get(address)).text()

  await open(page, `/search?q=token&store=${id}`)
  const hits = page.getByRole('region', { name: 'Keys' })
  await expect(hits.getByRole('link', { name: '1 token: ghp_•••••••• # yearly' })).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByText('token: ghp_•••••••• # yearly')).toBeVisible()
  expect(await page.content()).not.toContain(token.slice(5))
  expect(await sent(`/search?q=token&store=${id}`)).not.toContain(token.slice(5))

  await open(page, `/log?store=${id}`)
  await expect(page.getByText('token: ghp_•••••••• # yearly')).toBeVisible()
  expect(await sent(`/log?store=${id}`)).not.toContain(token.slice(5))
})
