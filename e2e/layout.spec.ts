import type { Locator } from 'playwright/test'
import { everyPage } from './every-page'
import { expect, test } from './fixtures'
import { belowTheMiddle, besideHead, speak, tooWide, WIDTHS } from './layout'
import { open, walkTo } from './open'

/*
 * What must hold of a layout whatever fonts the machine has: letters may be some percent wider
 * there, and those of other scripts are never our own.
 */

for (const locale of ['de', 'pt']) {
  test(`no page is wider than a phone, no head has two rows, no button loses a part of its words, and what the page is about begins in its upper half (${locale})`, async ({
    page,
    request,
    memoryStores,
  }) => {
    test.slow()
    await speak(page, locale)
    await page.setViewportSize(WIDTHS.phone)
    const { addresses } = await everyPage(SHORT_WORDS, { request, memoryStores })
    await open(page, '/redactions')
    for (const { name, href } of addresses) {
      await walkTo(page, href)
      expect.soft([name, await tooWide(page)]).toEqual([name, []])
      expect.soft([name, await besideHead(page)]).toEqual([name, []])
      expect.soft([name, await belowTheMiddle(page)]).toEqual([name, []])
      const filters = page.locator('[data-filter-button]').filter({ visible: true })
      expect.soft([name, (await filters.count()) < 2]).toEqual([name, true])
    }
  })
}

test('no Korean page with long words is wider than its screen', async ({ page, memoryStores }) => {
  await speak(page, 'ko')
  const { id } = await memoryStores.create({ name: '노트', description: '기억' })
  await memoryStores.memories.create(id, { path: '/계획.md', content: '# 계획\n' })
  await open(page, '/redactions')
  for (const size of Object.values(WIDTHS)) {
    await page.setViewportSize(size)
    for (const href of [`/stores/${id}?path=/계획.md`, `/stores/${id}/seed`, '/sessions/new']) {
      await walkTo(page, encodeURI(href))
      expect.soft([href, size.width, await tooWide(page)]).toEqual([href, size.width, []])
    }
  }
})

for (const locale of ['en', 'de', 'pt', 'ko']) {
  test(`on a phone a memory’s acts stand in one row beside its path (${locale})`, async ({
    page,
    memoryStores,
  }) => {
    await speak(page, locale)
    await page.setViewportSize(WIDTHS.phone)
    const { id } = await memoryStores.create({ name: 'Notizen' })
    const path = '/teams/platform/notes-of-the-quarter/decisions.md'
    await memoryStores.memories.create(id, { path, content: '# Plan\n'.repeat(2_000) })
    await open(page, `/stores/${id}?path=${path}`)
    const head = page.locator('.memory-head')
    const back = await boxOf(head.locator('a').first())
    const acts = await head.locator('button:visible').all()
    const inRow = await Promise.all(
      acts.map(async (act) => {
        const { y, height, x, width } = await boxOf(act)
        const middle = y + height / 2
        return middle > back.y && middle < back.y + back.height && x + width <= WIDTHS.phone.width
      }),
    )
    expect(inRow.length).toBeGreaterThan(2)
    expect(inRow).not.toContain(false)
  })
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the screen')
  return box
}

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
