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

test.use({ refused: /nowhere/ })
