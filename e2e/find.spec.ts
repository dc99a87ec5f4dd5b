import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { holdActs, open, walkTo } from './open'
import { memoryPane, rowOf } from './parts'

test('a text is found as one types, in every store, in the past, and in what was deleted', async ({
  page,
  stores,
}) => {
  const text = '# Deploy\n\nAsk the Zanzibar team first, then Zanzibar again\n'
  const id = await stores.make('Searched', { '/notes/deploy.md': text, '/old.md': 'plain\n' })
  const old = { memory_store_id: id }
  const oldId = await stores.memoryAt(id, '/old.md')
  await stores.memories.update(oldId, { ...old, content: 'Zanzibar was here\n' })
  await stores.memories.update(oldId, { ...old, content: 'and is gone\n' })
  await stores.memories.delete(oldId, old)
  await open(page, '/search')
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await page.keyboard.type('zanzi')
  const hits = page.getByRole('region', { name: 'Searched', exact: true })
  await expect(hits.getByRole('link', { name: 'deploy.md' })).toBeVisible()
  await expect(hits.getByRole('link', { name: 'old.md' })).toBeHidden()
  await expect(hits.locator('mark')).toHaveText(['Zanzi', 'Zanzi'])
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Include history' }).check()
  await expect(hits.getByRole('link', { name: 'old.md' })).toBeVisible()
  await hits.getByRole('link', { name: 'old.md' }).focus()
  const life = page.getByRole('complementary', { name: 'Since when' })
  await expect(life.getByRole('heading', { name: /Came/ })).toContainText('v2')
  await expect(life.getByRole('heading', { name: /Went/ })).toContainText('v3')
  await expectAccessible(page)
  expect(page.url()).not.toMatch(/zanzi/i)
  await hits.getByText('team first').click()
  await expect(page).toHaveURL(/#L3$/)
  await expect(memoryPane(page)).toContainText('Ask the Zanzibar team first')
})

test('a search is narrowed to a folder, and shows the rest of a store on request', async ({
  page,
  stores,
}) => {
  const deep = Array.from({ length: 25 }, (_, at) => [`/deep/${at}.md`, 'the quokka sat'] as const)
  const id = await stores.make('Narrow', { ...Object.fromEntries(deep), '/other.md': 'quokka' })
  await open(page, `/search?store=${id}`)
  await page.keyboard.type('quokka')
  const hits = page.getByRole('region', { name: 'Narrow', exact: true })
  const found = hits.getByRole('link', { name: /\.md$/ })
  await expect(page.getByText('20 memories shown, and there are more')).toBeAttached()
  await hits.getByRole('button', { name: 'Show more of this store' }).click()
  await expect(found).toHaveCount(26)
  await expect(hits.getByRole('button')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Only in this folder' }).fill('deep/')
  await expect(hits.getByRole('link', { name: 'other.md' })).toBeHidden()
  await expect(found).toHaveCount(20)
  await expectAccessible(page)
})

test('a secret is masked in what was found, also in what the browser is sent', async ({
  page,
  stores,
}) => {
  const token = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`
  const long = `${'filler '.repeat(60)}token: ${token} # long\n`
  const cut = `token: by hand sk-ant-api03-${'Qz9x'.repeat(23)}AA\n`
  const content = `token: ${token} # yearly\n${long}${'note '.repeat(40)}${cut}`
  const id = await stores.make('Leaked here', { '/ci.md': content })
  const sent: string[] = []
  // Of a response that is only heard of the browser may keep no text.
  await page.route(/./, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    sent.push(await response.text())
    return route.fulfill({ response })
  })
  await open(page, `/search?store=${id}`)
  await page.keyboard.type('oken: ')
  const hits = page.getByRole('region', { name: 'Leaked here', exact: true })
  await expect(hits.getByRole('link', { name: '1 token: ghp_•••• # yearly' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Include history' }).check()
  await expect(page.getByRole('complementary', { name: 'Since when' })).toContainText('Came')
  await expect.poll(() => sent.join()).toContain('ghp_')
  expect(`${sent.join()}${await page.content()}`).not.toMatch(
    new RegExp(`${token.slice(4, 14)}|Qz9x`),
  )
})

test('the palette leads to memories, acts and a search by a few letters, and gives the focus back', async ({
  page,
  stores,
}) => {
  const id = await stores.make('By letters', { '/harbour/boats.md': 'three boats\n', '/z.md': 'z' })
  await open(page, `/stores/${id}`)
  const field = page.getByRole('combobox', { name: /^Go to a store/ })
  const link = page.getByRole('link', { name: 'Seed', exact: true })
  await link.focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('harb boat')
  await expect(page.getByRole('option', { name: /boats\.md/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '/harbour/boats.md' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.locator('.monaco-editor :focus')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('three boats')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('three boats')
  await expect(page.getByRole('link', { name: 'boats.md' })).toBeVisible()
})

test('where one was stands once in the palette', async ({ page, stores }) => {
  const id = await stores.make('Been here')
  await page.clock.install()
  await open(page, '/stores')
  await page.clock.fastForward(1_000)
  await page.getByRole('main').getByRole('link', { name: 'Been here' }).click()
  for (const from of ['', '?from=paste']) {
    await walkTo(page, `/stores/${id}/seed${from}`)
    await expect(page).toHaveTitle(/^Seed/)
    await page.clock.fastForward(1_000)
  }
  await walkTo(page, '/log')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option', { name: /^Stores/ })).toHaveCount(1)
  await expect(page.getByRole('option', { name: /^Seed/ })).toHaveCount(1)
})

test('the keys of a page are listed, lead between pages, and single letters are switched off', async ({
  page,
}) => {
  await open(page, '/stores')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys on this page' })
  await expect(keys).toContainText('New store')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { level: 1, name: 'Folders in step' })).toBeVisible()
  // On a German keyboard under Windows a sign needs AltGr, which is Ctrl and Alt there.
  const withAltGraph = (key: string) =>
    page.evaluate((pressed) => {
      const held = { ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, ...held }))
    }, key)
  await withAltGraph('\\')
  await expect(page.locator('.shell')).toHaveAttribute('data-sidebar', 'rail')
  await open(page, '/settings')
  const letters = page.getByRole('switch', { name: 'Single-letter keys' })
  await letters.click()
  await expect(letters).not.toBeChecked()
  await open(page, '/stores')
  await page.keyboard.press('n')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Go to a store/ })).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'New store' })).toBeHidden()
})

test('Escape closes what was opened, even if a toast came after it', async ({ page, stores }) => {
  const id = await stores.make('Late', { '/a.md': 'a\n', '/b.md': 'b\n' })
  await open(page, `/stores/${id}`)
  const letGo = await holdActs(page, '**/stores/**')
  await rowOf(page, /^a\.md/).focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys on this page' })
  await expect(dialog).toBeVisible()
  letGo()
  await expect(page.locator('.toast')).toContainText('Deleted /a.md')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('what is typed on after Enter stays, and is searched for once', async ({ page, stores }) => {
  await stores.make('Typed on', { '/a.md': 'Zanzibar\n' })
  await open(page, '/search')
  const letGo = await holdActs(page, '**/search')
  let searches = 0
  page.on('request', (request) => void (searches += Number(request.method() === 'POST')))
  // It may be searched for before Enter is pressed.
  const asked = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.type('zan')
  await page.keyboard.press('Enter')
  await asked
  // So slowly that each letter would be searched for.
  await page.keyboard.type('zibar', { delay: 300 })
  letGo()
  const hits = page.getByRole('region', { name: 'Typed on', exact: true })
  await expect(hits.locator('mark')).toHaveText('Zanzibar')
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('zanzibar')
  // Not for each letter; one more where it had begun before Enter.
  expect(searches).toBeLessThan(4)
})
