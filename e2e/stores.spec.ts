import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Opens a dialog by its button. */
async function openDialog(page: Page, press: () => Promise<void>): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await press()
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens the menu at the end of a store's row, which comes up right below its button. */
async function openMenu(page: Page, name: string): Promise<Locator> {
  const button = rowOf(page, name).getByRole('button', { name: `More for ${name}` })
  await button.click()
  const menu = page.getByRole('menu', { name: `More for ${name}` })
  const [opener, opened] = [await button.boundingBox(), await menu.boundingBox()]
  expect((opened?.y ?? 0) - (opener?.y ?? 0) - (opener?.height ?? 0)).toBe(4)
  return menu
}

/** Presses Tab until the target has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

/** Uses the skip link, the first tab stop. */
async function skipToContent(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('a menu that was opened before the page’s scripts came holds its acts once they are there', async ({
  page,
  memoryStores,
}) => {
  await memoryStores.create({ name: 'Early' })
  let want = () => {}
  const areWanted = new Promise<void>((resolve) => {
    want = resolve
  })
  await page.route('**/*.js', async (route) => {
    await areWanted
    await route.continue()
  })
  await page.goto('/stores', { waitUntil: 'commit' })
  await rowOf(page, 'Early').getByRole('button', { name: 'More for Early' }).click()
  want()
  const menu = page.getByRole('menu', { name: 'More for Early' })
  await expect(menu.getByRole('menuitem', { name: 'Seed' })).toBeFocused()
})

test('F opens what the stores are sorted by, and the button names it once it is not the usual', async ({
  page,
  memoryStores,
}) => {
  for (const name of ['Beta', 'Alpha']) await memoryStores.create({ name })
  await open(page, '/stores')
  const sort = page.getByRole('button', { name: 'Sort by: Last change' })
  await expect(sort).toBeHidden()
  await page.keyboard.press('f')
  await expect(sort).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Name' }).click()
  await page.waitForURL('/stores?sort=name')
  await expect(page.locator('label', { hasText: 'Filter' })).toContainText('Name')
})

test('a store is created, edited, archived and deleted by mouse, and every page says so', async ({
  page,
}) => {
  test.slow()
  await open(page, '/')
  const create = page.getByRole('button', { name: 'New store' })
  const dialog = await openDialog(page, () => create.click())
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Mouse store')
  await dialog.getByRole('button', { name: 'Create store' }).click()

  await expect(page.getByRole('heading', { name: 'Mouse store' })).toBeVisible()
  await expect(page).toHaveTitle(/^Mouse store/)
  await expect(page.getByRole('link', { name: 'Memories 0' })).toBeVisible()
  await expect(page.getByText('Seed the store, or let an agent write to it.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('spinbutton', { name: 'Size of one' })).toHaveValue('102400')
  await page.getByLabel('Description').fill('What the mouse remembers')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Stores', exact: true })
    .click()
  await expect(rowOf(page, 'Mouse store')).toContainText('What the mouse remembers')
  await expect(rowOf(page, 'Mouse store')).toContainText('Settings changed')

  await (await openMenu(page, 'Mouse store')).getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveTitle(/^Settings · Mouse store/)
  await expect(page.getByLabel('Name')).toHaveValue('Mouse store')
  await page.getByLabel('Name').fill('Mouse store, renamed')
  await page.getByLabel('Description').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mouse store, renamed' })).toBeVisible()

  await openDialog(page, () => page.getByRole('button', { name: 'Archive store…' }).click())
  await expect(dialog).toContainText('This can’t be undone.')
  const archive = dialog.getByRole('button', { name: 'Archive store', exact: true })
  await dialog.getByLabel(/^Type its name/).fill('mouse store, renamed')
  await expect(archive).toBeDisabled()
  await dialog.getByLabel(/^Type its name/).fill('Mouse store, renamed')
  await expectAccessible(page)
  await archive.click()
  await expect(page.getByText(/^Archived on/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Name')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Archive store…' })).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Memories' }).click()
  await expect(page.getByRole('main').getByText('archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New memory' })).toBeHidden()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Stores', exact: true })
    .click()
  const archivedOnes = page.getByRole('main').getByRole('group').filter({ hasText: 'Archived (' })
  await expect(archivedOnes).toBeVisible()
  await archivedOnes.evaluate((details) => details.setAttribute('open', ''))
  await expect(rowOf(page, 'Mouse store, renamed')).toBeVisible()
  const menu = await openMenu(page, 'Mouse store, renamed')
  await expect(menu.getByRole('menuitem', { name: 'Export as zip' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Seed' })).toBeHidden()
  await menu.getByRole('menuitem', { name: 'Settings' }).click()
  await openDialog(page, () => page.getByRole('button', { name: 'Delete store…' }).click())
  await dialog.getByLabel(/^Type its name/).fill('Mouse store, renamed')
  await dialog.getByRole('button', { name: 'Delete store', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(rowOf(page, 'Mouse store, renamed')).toBeHidden()
})

test('a store is created, edited, archived and deleted by keyboard alone', async ({
  page,
  memoryStores,
}) => {
  await memoryStores.create({ name: 'Another' })
  await open(page, '/')
  await skipToContent(page)
  const create = page.getByRole('button', { name: 'New store' })
  await tabTo(page, create)
  const dialog = await openDialog(page, () => page.keyboard.press('Enter'))
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
  await page.keyboard.press('n')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Keyboard store')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Keyboard store' })).toBeVisible()

  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Settings' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^Settings · Keyboard store/)
  await tabTo(page, page.getByLabel('Name'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Named by keys')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Named by keys' })).toBeVisible()

  const archive = page.getByRole('button', { name: 'Archive store…' })
  await tabTo(page, archive)
  await openDialog(page, () => page.keyboard.press('Enter'))
  await expect(dialog.getByLabel('Type its name to confirm: Named by keys')).toBeFocused()
  // Enter does nothing while the name is empty.
  await page.keyboard.press('Enter')
  await page.keyboard.type('Named by keys')
  await page.keyboard.press('Escape')
  await expect(archive).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Type its name to confirm: Named by keys')).toHaveValue('')
  await page.keyboard.type('Named by keys')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Archived on/)).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Delete store…' }))
  await openDialog(page, () => page.keyboard.press('Enter'))
  await page.keyboard.type('Named by keys')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/stores')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Named by keys', exact: true }),
  ).toBeHidden()
})

test('a store that is refused says why, and keeps what was typed', async ({ page }) => {
  await open(page, '/')
  const dialog = await openDialog(page, () =>
    page.getByRole('button', { name: 'New store' }).click(),
  )
  await dialog.getByLabel('Name').fill('   ')
  await dialog.getByRole('radio', { name: 'Files' }).check()
  await dialog.getByRole('button', { name: 'Next: choose the files' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^Name: can’t be empty/)
  await expect(dialog.getByLabel('Name')).toHaveValue('   ')
  await expect(dialog.getByRole('radio', { name: 'Files' })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New store' }).click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByRole('alert')).toBeHidden()
})

test('a new store starts from the sample, which needs no name', async ({ page }) => {
  await open(page, '/')
  const dialog = await openDialog(page, () =>
    page.getByRole('button', { name: 'New store' }).click(),
  )
  await dialog.getByRole('radio', { name: 'A sample' }).check()
  await dialog.getByRole('button', { name: 'Open the sample' }).click()
  await expect(page.getByRole('heading', { name: 'Sample: Memory bank' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Memories 55' })).toBeVisible()

  // Opened again it starts afresh, and the two are told apart.
  await open(page, '/stores')
  const again = await openDialog(page, () =>
    page.getByRole('button', { name: 'New store' }).click(),
  )
  await again.getByRole('radio', { name: 'A sample' }).check()
  await again.getByRole('button', { name: 'Open the sample' }).click()
  await expect(page.getByRole('heading', { name: /^Sample: Memory bank \d+$/ })).toBeVisible()
})

test('what somebody else did to a store meanwhile is said where it is in the way', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Shared by two' })
  await open(page, `/stores/${id}/settings`)
  await page.getByLabel('Name').fill('Mine')
  await memoryStores.archive(id)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').getByText('This store is archived')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Mine')
  // The page has been read again: later, it would find that nothing is there.
  await expect(page.getByText(/^Archived on/)).toBeVisible()

  const dialog = await openDialog(page, () =>
    page.getByRole('button', { name: 'Delete store…' }).click(),
  )
  await dialog.getByLabel(/^Type its name/).fill('Shared by two')
  await memoryStores.delete(id)
  await dialog.getByRole('button', { name: 'Delete store', exact: true }).click()
  // The dialog says so for a moment; then the page has been read again.
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('the address of a store that was deleted', () => {
  test.use({ refused: /\/stores\/memstore_/ })

  test('says that nothing is there, and leads to what was deleted', async ({
    page,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'Gone by now' })
    await memoryStores.delete(id)
    for (const part of ['', '/settings', '/compare', '/seed']) {
      const response = await open(page, `/stores/${id}${part}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'All stores' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Gone by now' })).toBeHidden()
  })
})

test('the latest changes of a store say in words how many more memories were written', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Several at once' })
  for (const path of ['/a.md', '/b.md', '/c.md']) {
    await memoryStores.memories.create(id, { path, content: 'text\n' })
  }
  await open(page, `/stores/${id}`)
  const lately = page.getByRole('region', { name: 'Lately' })
  await expect(lately.getByRole('listitem').first()).toContainText(/[abc]\.mdand 2 more/)
})
