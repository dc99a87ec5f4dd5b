import { expectAccessible } from './accessible'
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
  const found = page.getByRole('option', { name: '/deep/place/treasure.md Palette of notes' })
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
  await open(page, '/activity')
  const field = page.getByRole('combobox', { name: /^Go to a store/ })
  await page.getByRole('button', { name: /^Search or jump to/ }).click()
  await expect(field).toBeVisible()
  await field.fill('no such thing anywhere')
  await expect(page.getByText('No results')).toBeVisible()
  await field.fill('palette by')
  await page.getByRole('option', { name: 'Palette by pointer' }).click()
  await expect(page.getByRole('heading', { name: 'Palette by pointer' })).toBeVisible()
  await walkTo(page, `/stores/${id}?path=/a.md`)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await field.fill('blame')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=blame/)
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
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
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
  await expect(shownKeys).toHaveText(['⌘K'])
  await page.getByRole('heading', { name: 'Search' }).click()
  await expect(shownKeys).toHaveText(['⌘K', '?'])
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})
