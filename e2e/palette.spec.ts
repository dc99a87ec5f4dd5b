import { expectAccessible } from './accessible'
import { everyPage } from './every-page'
import { expect, test } from './fixtures'
import { open, walkTo } from './open'

test('a person goes to a memory of any store by a few letters of its path', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Palette of notes' })
  await memoryStores.memories.create(id, { path: '/deep/place/treasure.md', content: 'gold' })
  await open(page, '/stores')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Go to a store/ })).toBeFocused()
  await page.keyboard.type('TREAS deep')
  const found = page.getByRole('option', { name: 'treasure.md /deep/place/ Palette of notes' })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '/deep/place/treasure.md' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/stores')
})

test('a store and a command are gone to by the pointer, and what is called by no name says so', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Palette by pointer' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'a' })
  await open(page, '/log')
  const field = page.getByRole('combobox', { name: /^Go to a store/ })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(field).toBeVisible()
  await field.fill('no such thing anywhere')
  await expect(page.getByText('No results')).toBeVisible()
  await expect(page.getByRole('option')).toHaveText([/^Search memories for “no such thing/])
  await field.fill('palette by')
  await page.getByRole('option', { name: /^Palette by pointer/ }).click()
  await expect(page.getByRole('heading', { name: 'Palette by pointer' })).toBeVisible()
  await walkTo(page, `/stores/${id}?path=/a.md`)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await field.fill('blame')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=blame/)
})

test('Enter waits for what is found, and the last row searches for it', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Awaited' })
  await memoryStores.memories.create(id, { path: '/found.md', content: 'a quokka by the sea' })
  await open(page, `/stores/${id}`)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option', { name: 'Review' })).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/go\?q=quokka(&|$)/, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.type('quokka')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText(['Searching…', /^Search memories for “quokka”/])
  await expect(page.getByRole('option', { selected: true })).toHaveText('Searching…')
  answer()
  await expect(page.getByRole('heading', { name: '/found.md' })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('group', { name: 'Lately' })).toContainText('Awaited')
  await page.keyboard.type('quokka')
  const found = page.getByRole('option', { name: /^found\.md/ })
  await expect(found).toContainText('a quokka by the sea')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL('/search?q=quokka')
})

test('a command called by what is typed goes before memories, which move no row that is marked', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Namesakes' })
  for (let index = 0; index < 12; index++) {
    await memoryStores.memories.create(id, {
      path: `/redact-${index}/redact a text.md`,
      content: 'a',
    })
  }
  await page.setViewportSize({ width: 1000, height: 420 })
  await open(page, '/stores')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option', { name: 'Review' })).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/go\?q=redact(&|$)/, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.type('redact')
  const marked = page.getByRole('option', { selected: true })
  await expect(page.getByRole('option', { name: 'Searching…' })).toBeVisible()
  await expect(marked).toHaveText('Redactions')
  await page.keyboard.press('End')
  await expect(marked).toHaveText(/^Search memories for “redact”/)
  answer()
  await expect(page.getByRole('option', { name: /^redact a text\.md/ })).not.toHaveCount(0)
  await expect(marked).toHaveText(/^Search memories for “redact”/)
  await expect(marked).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Home')
  await expect(marked).toHaveText('Redactions')
  await expect(page.getByRole('group', { name: 'Commands' })).toBeInViewport()
  await page.keyboard.type(' a text everywhere')
  await expect(marked).toHaveText('Redact a text everywhere')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/redact')
})

test('what a page offers is done from the palette: its menus, its buttons, the theme', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Offers' })
  await open(page, `/stores/${id}`)
  const choose = async (text: string, name: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: /^Go to a store/ })).toBeFocused()
    await page.keyboard.type(text)
    await page.getByRole('option', { name, exact: true }).click()
  }
  const downloads = page.waitForEvent('download')
  await choose('zip', 'Export as zip')
  expect((await downloads).suggestedFilename()).toMatch(/\.zip$/)

  await choose('new key', 'New key')
  await expect(page.getByRole('dialog', { name: 'New key' })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose('new key', 'New key')
  await expect(page.getByRole('dialog', { name: 'New key' })).toBeVisible()
  await page.keyboard.press('Escape')

  await choose('dark theme', 'Dark theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('what is closed by Escape gives the focus back to where it was', async ({ page }) => {
  await open(page, '/')
  const link = page.getByRole('link', { name: 'Log', exact: true })
  await link.focus()
  for (const key of ['ControlOrMeta+k', '?']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(link).toBeFocused()
  }
  // The list of keys replaces the palette, so closing it closes both.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Go to a store/ })).toBeFocused()
  await page.keyboard.type('shortcuts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keys on this page' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()

  // Focus must not be lost if nothing had it before, or if that is gone.
  await link.blur()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Go to a store/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main')).toBeFocused()
})

test('what goes away with the focus on it leaves the focus near it', async ({
  page,
  memoryStores,
}) => {
  await memoryStores.create({ name: 'Stays' })
  const { id } = await memoryStores.create({ name: 'Goes away' })
  await open(page, '/stores')
  const link = page.getByRole('main').getByRole('link', { name: 'Goes away', exact: true })
  await link.focus()
  await expect(link).toBeFocused()
  await memoryStores.delete(id)
  await expect(link).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a question mark lists the keys, but not while something is written', async ({ page }) => {
  await open(page, '/search')
  const shownKeys = page.locator('.key-bar kbd:visible')
  await page.getByRole('searchbox').fill('what?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(shownKeys).toHaveText([])
  await page.getByRole('heading', { name: 'Search' }).click()
  await expect(shownKeys).toHaveText(['?'])
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys on this page' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the list of keys opens with those of the page, finds others by name, and folds the rest', async ({
  page,
  memoryStores,
}) => {
  await memoryStores.create({ name: 'Keyed' })
  await open(page, '/stores')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys on this page' })
  await expect(keys.getByRole('term').filter({ hasText: 'New store' })).toBeVisible()
  // None of the keys of a decision is listed here; a key that is folded is told.
  await expect(keys.getByText('On every page, A means yes')).toHaveCount(0)
  await expect(keys.getByText('Go to a page: G, then R').filter({ visible: true })).toBeVisible()
  const reverts = keys.getByText('Revert', { exact: true }).filter({ visible: true })
  await expect(reverts).toHaveCount(0)
  await keys.getByText('In Review', { exact: true }).click()
  await expect(reverts).toHaveCount(1)
  await expectAccessible(page)
  await keys.getByRole('searchbox', { name: 'Find a key' }).fill('stop')
  await expect(keys.getByRole('term')).toHaveText(['Stop the agent', 'Stop asking'])
})

test('the list of keys names those alone that do something on the page as it is', async ({
  page,
  request,
  memoryStores,
}) => {
  test.slow()
  const words = {
    store: 'Listed keys',
    description: 'd',
    path: '/a.md',
    content: 'one\n',
    author: 'Ada',
    message: 'm',
    title: 'Listed',
    said: 'Remember the tea',
  }
  const { storeId, sessionId, addresses } = await everyPage(words, { request, memoryStores })
  const hrefOf = (name: string) => addresses.find((each) => each.name === name)?.href ?? ''
  const { id: empty } = await memoryStores.create({ name: 'Without anything' })
  const listed: Record<string, string[]> = {}
  const ofTree = [
    'New memory',
    'Move between rows',
    'Open',
    'Filter',
    'Select',
    'Extend the selection',
    'Rename',
    'Delete',
    'Menu of a row',
  ]
  const isOfPast = (name: string) => !['New memory', 'Rename', 'Delete'].includes(name)
  const ofTime = ['Move between changes', 'First change, now (outside the tree)']
  const ofRows = ['Open', 'Next or previous']
  const pages = {
    [hrefOf('inbox')]: [...ofRows, 'Filter'],
    [hrefOf('changeset')]: [
      'Keep',
      'Revert',
      'Edit',
      'Comment',
      'Redact',
      'Revert the memory',
      'Next open',
      'Previous',
      'Through all changes',
      'Why it was written',
      'Apply',
    ],
    '/stores': ['New store', ...ofRows, 'Filter'],
    [`/stores/${empty}`]: ['New memory', 'Filter'],
    [`/stores/${storeId}`]: [...ofTree, ...ofTime],
    [`/stores/${storeId}?path=/a.md`]: ['Edit', 'Comment', ...ofTree, ...ofTime],
    [`/stores/${storeId}?at=1`]: [...ofTree.filter(isOfPast), 'Back to now', ...ofTime],
    [`/stores/${empty}/changes`]: [],
    [`/stores/${storeId}/changes`]: ofRows,
    [`/stores/${storeId}/policy`]: ['New rule', 'Edit', 'Next or previous', 'Save'],
    [`/stores/${storeId}/seed`]: [],
    [hrefOf('compare')]: ['Next or previous'],
    '/log': [...ofRows, 'Filter'],
    '/search': ['Filter'],
    [hrefOf('search')]: ['Move between results', 'Open', 'Filter'],
    '/sessions': ['New session', ...ofRows, 'Filter'],
    '/sessions/new': ['Start'],
    [`/sessions/${sessionId}`]: ['Write a message', 'Send', 'New line'],
    [`/sessions/${sessionId}/context`]: [],
    '/connections': ['Connect'],
    '/redact': [],
    '/settings/installation': [],
  }
  for (const address of Object.keys(pages)) {
    await open(page, address)
    await page.locator(':focus').evaluateAll((all) => all.forEach((each) => each.blur()))
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys on this page' })
    await expect(keys).toBeVisible()
    const names = await keys.locator('dt:visible').allTextContents()
    // Of the inbox once what was written is examined, which may be later.
    const isInbox = address === hrefOf('inbox')
    const told = await keys.getByText('On every page, A means yes').count()
    expect([address, told]).toEqual([address, address === hrefOf('changeset') ? 1 : 0])
    listed[address] = names.filter((name) => !isInbox || name !== 'Keep all routine')
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  }
  expect(listed).toEqual(pages)

  // In the tree the arrows fold its rows, and lead through no changes.
  await open(page, `/stores/${storeId}`)
  await page.getByRole('treeitem').first().focus()
  await page.keyboard.press('?')
  const ofFocused = page.getByRole('dialog', { name: 'Keys on this page' }).locator('dt:visible')
  await expect(ofFocused.getByText('Expand and collapse folders')).toBeVisible()
  await expect(ofFocused.getByText('Move between changes')).toHaveCount(0)
  await page.keyboard.press('Escape')

  // What was listed and did nothing: N outside the tree, and the ends of the history.
  await open(page, `/stores/${storeId}`)
  await page.getByRole('main').focus()
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/\bat=0\b/)
  await page.keyboard.press('End')
  await expect(page).not.toHaveURL(/\bat=/)
  await page.keyboard.press('n')
  await expect(page.locator('input:focus')).toBeVisible()
})

test('G and a letter go to a page, and the letter does nothing else', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Gone from' })
  await open(page, `/stores/${id}`)
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  const begin = page.getByRole('link', { name: 'New session' })
  await expect(begin).toBeVisible()
  await expect(page).toHaveURL('/sessions')
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/sessions/new')
  await page.goBack()
  await expect(begin).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page).toHaveURL('/review')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option', { name: /^Sessions/ })).toContainText('GS')
})

test('a store that is seeded from git begins in the field of its address, from its page’s button and from the palette', async ({
  page,
}) => {
  const fromGit = async (name: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('radio', { name: /^Git/ }).check()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/seed\?from=machine/)
    const field = page.locator('#seed-path')
    await expect(field).toBeFocused()
    // What closes meanwhile must not take it.
    await page.waitForLoadState('networkidle')
    await expect(dialog).toBeHidden()
    await expect(field).toBeFocused()
  }
  await open(page, '/stores')
  await page.getByRole('button', { name: 'New store' }).click()
  await fromGit('From the button')
  await walkTo(page, '/stores')
  await page.getByRole('main').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Go to a store/ })).toBeFocused()
  await page.keyboard.type('new store')
  await page.getByRole('option', { name: /^New store/ }).click()
  await fromGit('From the palette')
})
