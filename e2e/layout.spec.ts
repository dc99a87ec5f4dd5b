import type { Page } from 'playwright/test'
import type { Locale } from '@/lib/text/locale'
import { expect, test } from './fixtures'
import { covered, faultsAt, onEachPage, type Sizes, speak, tooWide, WIDTHS, ZOOMED } from './layout'
import { open } from './open'
import { HOSTILE, SHORT, type Words } from './pages'

/** The widest spacing of text that a reader may set: WCAG 2.2, 1.4.12. */
const spaced = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    )
    document.adoptedStyleSheets = [sheet]
  })

interface Reading {
  how: string
  words: Words
  locale?: Locale
  sizes?: Sizes
  prepare?: (page: Page) => Promise<void>
}

/** German has the longest words. With names that do not fit it is read in `every-page.spec.ts`. */
const READINGS: readonly Reading[] = [
  { how: 'in German with the widest spacing', words: SHORT, locale: 'de', prepare: spaced },
  { how: 'at 200 and 400 %, beside a folded sidebar', words: HOSTILE, sizes: ZOOMED },
]

for (const { how, words, locale = 'en', sizes = WIDTHS, prepare } of READINGS) {
  test(`read ${how}, nothing of a page is cut off, lies on other text, or is wider than its window`, async ({
    page,
    application: { url },
    madeOf,
  }) => {
    test.slow()
    await speak(page, locale, url)
    const sidebar = { name: 'sidebar', value: 'rail', url }
    if (sizes === ZOOMED) await page.context().addCookies([sidebar])
    await open(page, '/redactions')
    await prepare?.(page)
    const found = await onEachPage(page, await madeOf(words), () => faultsAt(page, sizes))
    expect(found).toEqual([])
  })
}

test('what has scrolled away is not seen above the head, and the focus not left behind it or the keys', async ({
  page,
  stores,
}) => {
  const long = await stores.make('Long', { '/a.md': 'a line\n'.repeat(99) })
  expect((await open(page, '/guide'))?.status()).toBe(200)
  const guide = '/guide/connect'
  const memory = `/stores/${long}?path=/a.md#L60`
  for (const [address, name, top] of [
    [memory, 'Line 60', 100],
    [guide, 'the package', 20],
    [guide, 'the package', 690],
  ] as const) {
    await open(page, address)
    const link = page.getByRole('main').getByRole('link', { name })
    const isSeen = link.evaluate((it: HTMLElement, at) => {
      const scroller = it.closest('.pane') ?? document.documentElement
      scroller.scrollTop += it.getBoundingClientRect().top - at
      it.blur()
      it.focus()
      // Its first line ends there, if it has two.
      const { right, y } = it.getBoundingClientRect()
      return document.elementFromPoint(right - 4, y + 8) === it
    }, top)
    expect(await isSeen).toBe(true)
  }
  const above = async (scrolled: number) => {
    await page.evaluate((to) => scrollTo(0, to), scrolled)
    return page.screenshot({ clip: { x: 300, y: 0, width: 700, height: 8 } })
  }
  const first = await above(900)
  for (const to of [904, 908, 912, 916]) expect((await above(to)).equals(first)).toBe(true)
})

test('on a phone on its side a memory can be read', async ({ page, stores }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const long = await stores.make('Long', { '/a.md': 'a line\n'.repeat(99) })
  await open(page, `/stores/${long}?path=/a.md`)
  await expect(page.getByRole('link', { name: 'Line 5', exact: true })).toBeInViewport({ ratio: 1 })
})

test('a name that does not fit breaks in Korean, too, whose words are kept whole', async ({
  page,
  application: { url },
  madeOf,
}) => {
  await speak(page, 'ko', url)
  await open(page, `/sessions/${(await madeOf(HOSTILE)).session}`)
  expect(await faultsAt(page, WIDTHS)).toEqual([])
})

test('a key with a name that does not fit is named, shown and asked about within its page', async ({
  page,
}) => {
  await page.setViewportSize(WIDTHS.phone)
  await open(page, '/connections/keys')
  const found: string[] = []
  const look = async () => void found.push(...(await tooWide(page)), ...(await covered(page)))
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  const act = dialog.getByRole('button', { name: 'Create key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('unbroken'.repeat(12))
  await look()
  await page.setViewportSize(ZOOMED['400 %'])
  await expect(act).toBeInViewport({ ratio: 1 })
  await act.click()
  await page.setViewportSize(WIDTHS.phone)
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
