import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { holdActs, open } from './open'
import { memoryPane, rowOf, versionsOf } from './parts'

test('a newcomer is told how to begin, looks around in the sample, and fills a store to read and compare', async ({
  page,
  stores,
}) => {
  for await (const { id } of stores.list({ include_archived: true })) await stores.delete(id)
  await open(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('See what your AI agents')
  await expect(page.getByRole('main')).toContainText('base_url="http://127.0.0.1:')
  await page.getByText('curl', { exact: true }).click()
  await expect(page.getByRole('main')).toContainText('/v1/memory_stores')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New store' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(/\/stores\/\w+$/, { timeout: 30_000 })
  await expect(rowOf(page, /./).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest changes' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Stores', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stores' })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New store' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Field notes')
  await dialog.getByRole('radio', { name: 'Files' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Next: choose the files' }).click()
  await expect(page.getByRole('heading', { name: 'Where are the files?' })).toBeVisible()
  const moment = (at: string, author: string, content: string) =>
    JSON.stringify({ at, author, changes: [{ op: 'write', path: '/deploy.md', content }] })
  const history = [
    moment('2025-03-01T09:00:00Z', 'Ada', 'Deploy on Friday.\n'),
    moment('2025-04-01T09:00:00Z', 'Grace', 'Deploy on Monday.\n'),
  ]
  await page.getByLabel('Choose files…').setInputFiles({
    name: 'history.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(history.join('\n')),
  })
  await expect(page.getByText(/^2 moments by 2 authors, Mar 1, 2025 to Apr 1, 2025/)).toBeVisible()
  await page.getByRole('button', { name: 'Seed 1 memory' }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the store' }).click()

  await rowOf(page, /^deploy\.md/).click()
  await expect(memoryPane(page)).toContainText('Deploy on Monday.')
  await expect(versionsOf(page).getByRole('img', { name: /Grace/ })).toBeVisible()
  await versionsOf(page).getByRole('link', { name: 'Compare with the one before' }).click()
  await expect(page.getByRole('group', { name: '1 line added, 1 line removed' })).toBeVisible()
})

test('the front page leads to what waits for a person, else to the stores', async ({
  page,
  stores,
}) => {
  for await (const { id } of stores.list({ include_archived: true })) await stores.delete(id)
  const id = await stores.make('Written to')
  await open(page, '/')
  await expect(page).toHaveURL('/stores')
  await stores.memories.create(id, { path: '/a.md', content: 'by an agent\n' })
  await open(page, '/')
  await expect(page).toHaveURL('/review')
  await open(page, `/stores/${id}`)
  await expect(rowOf(page, /^a\.md.*To review/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /^Go to a store/ }).fill('written')
  await expect(page.getByRole('option', { name: 'Written to' })).toBeVisible()
})

test('one sentence to the practice agent is a memory, without a key and in a store of its own', async ({
  page,
  stores,
}) => {
  for await (const { id } of stores.list({ include_archived: true })) await stores.delete(id)
  await open(page, '/')
  const sentence = page.getByRole('textbox', { name: 'What it should remember' })
  await expect(sentence).toHaveValue('Our next release is on Friday.')
  await sentence.press('Enter')
  await page.keyboard.type('And ')
  await page.waitForURL(/\/sessions\/sesn_/)
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toBeFocused()
  await page.keyboard.type('tea is green')
  await expect(message).toHaveValue('And tea is green')
  await message.fill('')
  await expect(page.getByText('Practice agent: rules, not a model')).toBeVisible()
  const written = page.getByRole('article', { name: /^Created .*notes\.md/ })
  await expect(written).toContainText('Our next release is on Friday.')
  await page
    .getByRole('complementary', { name: 'Memory' })
    .getByRole('link', { name: 'Practice' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Practice' })).toBeVisible()
  await expect(rowOf(page, /^notes\.md/)).toBeVisible()
})

test('without any script stores are read, compared, planned and searched, and the look is chosen', async ({
  browser,
  baseURL,
  stores,
}) => {
  const id = await stores.make('Plain', {
    '/deep/a.md': '# Title\n<b>bold</b> 세계\n',
    '/b.md': 'b',
  })
  const memoryId = await stores.memoryAt(id, '/deep/a.md')
  await stores.memories.update(memoryId, { memory_store_id: id, content: '# Another\n' })
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'de-CH',
    baseURL: baseURL ?? '',
  })
  const page = await context.newPage()
  await page.goto('/stores')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
  expect(await page.locator('noscript').innerText()).toContain('Skripte sind aus')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.getByRole('button', { name: 'Dark', pressed: true })).toBeVisible()
  await page.goto('/stores')
  await page.getByRole('main').getByRole('link', { name: 'Plain' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plain' })).toBeVisible()
  await page.goto(`/stores/${id}?memory=${memoryId}&view=blame`)
  await expect(page.getByRole('list', { name: 'Blame' })).toContainText('# Another')
  await page.getByRole('link', { name: 'Compare with the one before' }).click()
  const difference = page.getByRole('group', { name: '1 line added, 2 lines removed' })
  await expect(difference).toContainText('<b>bold</b> 세계')
  await page.goto(`/stores/${id}/plan?restore=2`)
  await expect(page.getByRole('region', { name: '/deep/a.md' })).toContainText('<b>bold</b>')
  await page.goto('/search')
  await page.getByRole('textbox', { name: 'Text' }).fill('another')
  await page.getByRole('textbox', { name: 'Text' }).press('Enter')
  await expect(page.getByRole('link', { name: 'a.md' })).toBeVisible()
  expect(page.url()).not.toContain('another')
  await context.close()
})

test('on a phone lists say what their figures are, and pages where there is more', async ({
  page,
  stores,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const id = await stores.make('In the pocket', { '/deploy.md': 'Deploy on Friday.\n' })
  await open(page, '/stores')
  const row = page.getByRole('listitem').filter({ hasText: 'In the pocket' })
  await expect(row.getByText('1 memory')).toBeVisible()
  await expect(row.getByText('deploy.md')).toBeVisible()
  await open(page, `/stores/${id}`)
  await expect(page.getByText('A wider window has a slider')).toBeVisible()
  await open(page, `/stores/${id}?path=/deploy.md&view=edit`)
  await expect(page.getByText('A wider window has the full editor.')).toBeVisible()
})

test('a path is copied where there is no clipboard, as over plain HTTP', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Plain HTTP', { '/copied.md': 'a\n' })
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }),
  )
  await open(page, `/stores/${id}?path=/copied.md`)
  await memoryPane(page).getByRole('button', { name: 'Copy path' }).click()
  await expect(memoryPane(page).getByRole('status').getByText('Copied')).toBeAttached()
  const filter = page.getByRole('searchbox').or(page.getByPlaceholder('Filter')).first()
  await filter.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(filter).toHaveValue('/copied.md')
})

test('an answer that comes after it was given up is followed as if it had come in time, and its act is not done twice', async ({
  page,
  stores,
}) => {
  await page.clock.install()
  await open(page, '/stores')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New store' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Late')
  const letGo = await holdActs(page, '/stores')
  await dialog.getByRole('button', { name: 'Create store' }).click()
  await page.clock.fastForward(21_000)
  await expect(dialog.getByRole('alert')).toContainText('No answer came')
  await dialog.getByRole('button', { name: 'Create store' }).click()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Late' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect((await stores.list()).data.filter(({ name }) => name === 'Late')).toHaveLength(1)
})
