import { expect, test } from './fixtures'
import { covered, speak, tooWide, WIDTHS } from './layout'
import { open, walkTo } from './open'
import { HOSTILE, PAGES, SHORT } from './pages'

/** The languages with the longest words; what people write is as long in all of them. */
const SPOKEN = [
  ['de', 'names that fit', SHORT],
  ['de', 'names that do not', HOSTILE],
  ['pt', 'names that fit', SHORT],
] as const

for (const [locale, kind, words] of SPOKEN) {
  test(`in ${locale} with ${kind} nothing of a page is cut off, lies on other text, or is wider than a phone or a desk`, async ({
    page,
    application,
    madeOf,
  }) => {
    test.slow()
    await speak(page, locale, application.url)
    await open(page, '/redactions')
    const found: string[] = []
    const made = await madeOf(words)
    for (const [name, addressOf] of PAGES) {
      await walkTo(page, addressOf(made))
      for (const [size, viewport] of Object.entries(WIDTHS)) {
        await page.setViewportSize(viewport)
        const faults = [...(await tooWide(page)), ...(await covered(page))]
        found.push(...faults.map((fault) => `${name} on a ${size}: ${fault}`))
      }
    }
    expect(found).toEqual([])
  })
}

test('a key with a name that does not fit is named, shown and asked about within its page', async ({
  page,
}) => {
  await page.setViewportSize(WIDTHS.phone)
  await open(page, '/keys')
  const found: string[] = []
  const look = async () => void found.push(...(await tooWide(page)), ...(await covered(page)))
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('unbroken'.repeat(12))
  await look()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('group', { name: 'Secret' })).toBeVisible()
  await look()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'unbroken' })).toBeVisible()
  await look()
  await page.getByRole('button', { name: /^Revoke unbroken/ }).click()
  await expect(dialog).toBeVisible()
  await look()
  expect(found).toEqual([])
})

test.use({ refused: /nowhere/ })
