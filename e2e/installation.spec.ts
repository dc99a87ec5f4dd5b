import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

test('operators see whether the database is well, how large it is, and when it was checked', async ({
  page,
}) => {
  await open(page, '/')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page.getByText('healthy')).toBeVisible()
  const data = page.getByRole('table', { name: 'Data', exact: true })
  await expect(data.getByRole('row', { name: /^Database/ })).toContainText('free')
  await expect(data.getByRole('row', { name: /^Backup/ })).toContainText('Off')
  await expect(page.getByText('palimpsest.db')).toBeHidden()
  await page.getByText('Path, log and check').click()
  await expect(page.getByText('palimpsest.db')).toBeVisible()
  // What the environment sets is told by its variable; what it does not, is folded.
  const environment = page.getByRole('table', { name: 'Set where Palimpsest is started' })
  await expect(environment.getByRole('row', { name: /^Data folder/ })).toContainText('DATA_DIR')
  await expect(page.getByText('CONTEXT_WARNING_AT')).toBeHidden()
  await page.getByText(/more at their defaults$/).click()
  await expect(page.getByText('CONTEXT_WARNING_AT')).toBeVisible()
  await expectAccessible(page)
})

test('the theme is chosen for this browser, at once and before the next page is painted', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/settings')
  await expect(page).toHaveURL(/\/settings\/installation$/)
  const desk = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await desk()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  expect(await desk()).not.toBe(light)
  const sent = await page.request.get('/settings/installation')
  expect(await sent.text()).toMatch(/^<!DOCTYPE html><html[^>]* data-theme="dark"/)
  await page.getByRole('button', { name: 'System' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

test('single keys are switched off for this browser, and on again', async ({
  page,
  memoryStores,
}) => {
  await memoryStores.create({ name: 'Listed' })
  await open(page, '/settings/installation')
  const keys = page.getByRole('switch', { name: 'Single-letter keys' })
  await keys.click()
  await expect(keys).toHaveAttribute('aria-checked', 'false')
  await page.keyboard.press('?')
  await open(page, '/stores')
  await page.keyboard.press('j')
  await expect(page.locator('[data-store-row]')).not.toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /^Go to a store/ }).pressSequentially('List')
  await expect(page.getByRole('option', { name: /^Listed/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await open(page, '/settings/installation')
  await keys.click()
  await expect(keys).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys on this page' })).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the theme and the language are chosen by forms', async ({ page }) => {
    await page.goto('/settings/installation')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await main.getByLabel('Language').selectOption('de')
    await main.getByRole('button', { name: 'Choose' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  })
})

test('a click on a button before the scripts are there is done once they are', async ({ page }) => {
  let letScriptsIn = () => {}
  const waiting = new Promise<void>((resolve) => (letScriptsIn = resolve))
  await page.route('**/_next/static/**/*.js*', async (route) => {
    await waiting
    await route.continue()
  })
  await page.goto('/settings/installation', { waitUntil: 'commit' })
  const toggle = page
    .getByRole('banner')
    .getByRole('button', { name: 'Collapse or expand the sidebar' })
  await toggle.click()
  await expect(page.locator('.shell')).toHaveAttribute('data-sidebar', 'auto')
  letScriptsIn()
  await expect(page.locator('.shell')).toHaveAttribute('data-sidebar', 'rail')
})
