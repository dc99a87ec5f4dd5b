import type { Page } from '@playwright/test'
import { everyPage } from './every-page'
import { expect, test } from './fixtures'
import { open, walkTo } from './open'
import { ownPorts } from './ports'

/** Compares screenshots in both themes, with what differs from run to run masked. */
async function expectLooks(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, {
      mask: [page.locator('time, [data-changes-with-time], .monaco-editor')],
    })
  }
}

test('the main pages look as they did', async ({ page, memoryStores }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { id } = await memoryStores.create({ name: 'Appearance', description: 'Looked at' })
  const plan = ['# Plan', '', '- [x] read', '- [ ] write it down', '', 'Ask **first**.', ''].join(
    '\n',
  )
  const memory = await memoryStores.memories.create(id, { path: '/notes/plan.md', content: plan })
  await memoryStores.memories.create(id, { path: '/notes/deep/idea.md', content: 'An idea\n' })
  await memoryStores.memories.create(id, { path: '/readme.md', content: 'Begin here\n' })
  const content = plan.replace('read', 'read everything').replace('Ask **first**.', 'Ask nobody.')
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content })

  await open(page, `/stores/${id}?path=/notes/plan.md`)
  await expect(page.getByRole('tree', { name: 'Memories' })).toHaveAttribute('aria-busy', 'false')
  await expectLooks(page, 'store')
  await open(page, `/stores/${id}?path=/notes/plan.md&view=preview`)
  await expectLooks(page, 'preview')
  await open(page, `/stores/${id}?path=/notes/plan.md&view=blame`)
  await expectLooks(page, 'blame')
  await open(page, `/stores/${id}/compare?from=1&to=4`)
  await expectLooks(page, 'compare')
  await open(page, `/stores/${id}/seed`)
  await expectLooks(page, 'seed')
  await open(page, `/search?q=idea&store=${id}`)
  await page.getByRole('heading', { name: 'Search' }).click()
  await expectLooks(page, 'search')
})

test('an empty store looks as it did', async ({ page, memoryStores }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { id } = await memoryStores.create({ name: 'Empty appearance' })
  await open(page, `/stores/${id}`)
  await expectLooks(page, 'empty-store')
})

const WIDTHS = { phone: { width: 390, height: 844 }, tablet: { width: 1024, height: 768 } }

test.describe('in another language', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  for (const locale of ['de', 'ko'] as const) {
    test(`the pages with the longest words look as they did in ${locale}`, async ({
      page,
      memoryStores,
    }) => {
      await speak(page, locale)
      const { id } = await memoryStores.create({ name: 'Notizen', description: 'Gedächtnis' })
      const content = '# Plan\n\n- [x] lesen\n- [ ] schreiben\n'
      await memoryStores.memories.create(id, { path: '/plan.md', content })
      await open(page, `/stores/${id}?path=/plan.md`)
      test.skip(locale === 'ko' && !(await hasHangul(page)), 'this machine has no Korean letters')
      await expect(page.getByRole('tree')).toHaveAttribute('aria-busy', 'false')
      await expectLooksAtWidths(page, `store-${locale}`)
      await walkTo(page, `/stores/${id}/seed`)
      await expectLooksAtWidths(page, `seed-${locale}`)
      await walkTo(page, '/sessions/new')
      await expectLooksAtWidths(page, `new-session-${locale}`)
    })
  }

  test('no German page is wider than a phone, and no button loses a part of its words', async ({
    page,
    request,
    memoryStores,
  }) => {
    await speak(page, 'de')
    await page.setViewportSize(WIDTHS.phone)
    const { addresses } = await everyPage(SHORT_WORDS, { request, memoryStores })
    await open(page, '/redactions')
    for (const { name, href } of addresses) {
      await walkTo(page, href)
      expect.soft([name, await tooWide(page)]).toEqual([name, []])
    }
  })
})

const SHORT_WORDS = {
  store: 'Notizen',
  description: 'Was gilt',
  path: '/a.md',
  content: 'eine Zeile\n',
  author: 'Ada',
  message: 'Neu',
  title: 'Tee',
  said: 'Remember that tea is green',
}

/** The language that the browser has chosen. */
async function speak(page: Page, locale: string): Promise<void> {
  const url = `http://127.0.0.1:${ownPorts.application}`
  await page.context().addCookies([{ name: 'locale', value: locale, url }])
}

async function expectLooksAtWidths(page: Page, name: string): Promise<void> {
  for (const [width, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size)
    await expect(page).toHaveScreenshot(`${name}-${width}.png`, {
      mask: [page.locator('time, [data-changes-with-time], .monaco-editor')],
    })
  }
}

/** Whether Korean letters are drawn, not the box that stands for a missing one. */
const hasHangul = (page: Page) =>
  page.evaluate(() => {
    const drawn = (letter: string) => {
      const canvas = document.createElement('canvas')
      canvas.getContext('2d')?.fillText(letter, 5, 20)
      return canvas.toDataURL()
    }
    return drawn('가') !== drawn('\u{10ffff}')
  })

/** What is wider than its page, and the words of buttons that do not fit into them. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isCut = (element: Element) =>
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      !['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName)
    const buttons = [
      ...document.querySelectorAll('button, summary, [role=tab], a.inline-flex, .tab-bar > *'),
    ]
    const cut = buttons
      .filter((button) => [button, ...button.querySelectorAll('*')].some(isCut))
      .map((button) => button.textContent)
    return [...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`] : []), ...cut]
  })
