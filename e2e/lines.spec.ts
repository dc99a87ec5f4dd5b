import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { open } from './open'

const content = Array.from({ length: 120 }, (_, index) => `line ${index + 1}\n`).join('')

const head = (page: Page) => page.locator('.sheet-head')
const marked = (page: Page) => page.locator('[data-marked]')

/** The page has not scrolled, and the first marked line is in view. */
async function expectInView(page: Page, line: number): Promise<void> {
  await expect(page.locator(`#L${line}`)).toBeInViewport()
  await expect(head(page)).toBeInViewport({ ratio: 1 })
  const [top, bottom] = await Promise.all([
    page.locator(`#L${line}`).evaluate((row) => row.getBoundingClientRect().top),
    head(page).evaluate((banner) => banner.getBoundingClientRect().bottom),
  ])
  expect(top).toBeGreaterThan(bottom)
}

test('an address names lines, which are marked and in view; lines are chosen by pointer and by key', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Lines' })
  await memoryStores.memories.create(id, { path: '/long.md', content })
  const address = `/stores/${id}?path=/long.md`
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(page, `${address}#L60`)
    await expect(marked(page)).toHaveText(['line 60'])
    await expectInView(page, 60)
    await open(page, `${address}&view=blame#L100-L102`)
    await expect(marked(page)).toHaveText(['line 100', 'line 101', 'line 102'])
    await expectInView(page, 100)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, `${address}#L10-L20`)
  await expect(marked(page)).toHaveCount(11)
  await expectInView(page, 10)

  const number = (line: number) => page.getByRole('link', { name: `Line ${line}`, exact: true })
  await number(12).click()
  await expect(page).toHaveURL(/#L12$/)
  await expect(marked(page)).toHaveText(['line 12'])
  await number(15).click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/#L12-L15$/)
  await expect(marked(page)).toHaveCount(4)
  await expect(page.getByText('Lines 12 to 15 selected')).toBeAttached()
  await page.goBack()
  await expect(marked(page)).toHaveText(['line 12'])

  // The numbers are one tab stop, left by Tab and walked by arrow keys.
  await number(12).focus()
  await page.keyboard.press('ArrowDown')
  await expect(number(13)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#L13$/)
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(page).toHaveURL(/#L11-L13$/)
  await expect(number(11)).toBeFocused()
  await page.keyboard.press('End')
  await expect(number(120)).toBeFocused()
  await expect(page.locator('a[data-line][tabindex="0"]')).toHaveCount(1)
})
