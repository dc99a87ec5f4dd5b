import type Anthropic from '@anthropic-ai/sdk'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { tooWide } from './layout'
import { open } from './open'

const LINES = 400
const textOf = (last: string) =>
  [...Array.from({ length: LINES - 1 }, (_, at) => `line ${at + 1}`), last].join('\n')

/** A store with a long memory of two versions, and another. */
async function twoVersions(memoryStores: Anthropic['beta']['memoryStores']) {
  const { id } = await memoryStores.create({ name: 'On paper' })
  const memory = { memory_store_id: id }
  const { id: memoryId } = await memoryStores.memories.create(id, {
    path: '/notes/long.md',
    content: textOf('the last was'),
  })
  await memoryStores.memories.update(memoryId, { ...memory, content: textOf('the last is') })
  await memoryStores.memories.create(id, { path: '/other.md', content: 'other' })
  const { data } = await memoryStores.memoryVersions.list(id, { memory_id: memoryId })
  return { id, address: `/stores/${id}?memory=${memoryId}`, versions: data.map((each) => each.id) }
}

const backgroundOf = (element: Locator) =>
  element.evaluate((each) => getComputedStyle(each).backgroundColor)

/** A system colour as the browser has it. */
const systemColor = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = `forced-color-adjust: none; background: ${color}`
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  }, name)

/** Buttons and fields that nothing tells from the ground. */
const withoutEdge = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, main a.inline-flex.shrink-0, input[type="search"]')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { outlineStyle, borderTopWidth } = getComputedStyle(control)
        return outlineStyle === 'none' && borderTopWidth === '0px'
      })
      .map((control) => control.outerHTML),
  )

test.describe('in forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

  test('the current row, version and view, a switch, the time bar and what shows by its colour alone are seen', async ({
    page,
    memoryStores,
  }) => {
    const { id, address } = await twoVersions(memoryStores)
    await open(page, `${address}&view=blame&at=2`)
    const [selected, canvas] = [
      await systemColor(page, 'Highlight'),
      await systemColor(page, 'Canvas'),
    ]
    expect(selected).not.toBe(canvas)
    const row = page.getByRole('treeitem', { name: /^long\.md/ })
    const view = page.getByRole('navigation', { name: 'View' }).locator('[aria-current="true"]')
    const version = page.getByRole('list', { name: 'Versions' }).locator('[aria-current="true"]')
    const blame = page.getByRole('switch').locator('span[aria-hidden]').first()
    for (const current of [row, view.first(), version.first(), blame]) {
      expect(await backgroundOf(current)).toBe(selected)
    }
    const bars = page.locator('.time-bars > i')
    expect(await backgroundOf(bars.first())).toBe(await systemColor(page, 'CanvasText'))
    expect(await backgroundOf(bars.last())).toBe(await systemColor(page, 'GrayText'))
    await open(page, `/stores/${id}`)
    const fresh = await systemColor(page, 'CanvasText')
    for (const [what, drawn] of [
      ['an area of the map', page.locator('.map-cell[data-step="0"]').first()],
      ['its legend', page.locator('[style*="--age-0"]:empty').first()],
      ['an age in a list', page.locator('[style*="--age-0"]:empty').last()],
      ['who wrote', page.getByRole('img').locator('[style*="--who"]').first()],
    ] as const) {
      expect(await backgroundOf(drawn), what).toBe(fresh)
    }
    expect(await withoutEdge(page)).toEqual([])
  })

  test('added lines are told from removed ones by their edge', async ({ page, memoryStores }) => {
    const { address, versions } = await twoVersions(memoryStores)
    await open(page, `${address}&from=${versions[1]}&to=${versions[0]}`)
    const edge = (kind: string) =>
      page
        .locator(`tr[data-kind="${kind}"]`)
        .first()
        .evaluate((each) => getComputedStyle(each).borderLeft)
    expect(await edge('added')).toMatch(/^4px solid/)
    expect(await edge('removed')).toMatch(/^4px dashed/)
  })
})

test('a memory is printed whole, with its store, path and version, and nothing else', async ({
  page,
  memoryStores,
}) => {
  const { address } = await twoVersions(memoryStores)
  await open(page, address)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'On paper' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '/notes/long.md' })).toBeVisible()
  const printed = page.locator('.memory-version')
  await expect(printed).toBeVisible()
  expect(await printed.evaluate((each) => getComputedStyle(each, '::before').content)).toBe('"v2"')
  const last = page.locator(`[data-line-row="${LINES}"]`)
  await expect(last).toHaveText('the last is')
  // Nothing that scrolls cuts it off.
  const cut = await last.evaluate((line) => {
    const above: Element[] = []
    for (let each = line.parentElement; each; each = each.parentElement) above.push(each)
    return above
      .filter((each) => each !== document.documentElement)
      .filter((each) => getComputedStyle(each).overflowY !== 'visible')
      .map((each) => each.className)
  })
  expect(cut).toEqual([])
  await expect(page.getByRole('tree')).toBeHidden()
  await expect(page.getByRole('list', { name: 'Versions' })).toBeHidden()
  await expect(page.getByRole('slider')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('a memory is printed whole from the editor, which has only the lines in sight', async ({
  page,
  memoryStores,
}) => {
  const { address } = await twoVersions(memoryStores)
  await open(page, `${address}&view=edit`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('pre')).toHaveText(/line 1\n[^]*\nthe last is$/)
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

const LOW = [
  { width: 640, height: 360 },
  { width: 1280, height: 360 },
]

for (const size of LOW) {
  test(`in a window of ${size.width} by ${size.height} the text has more than half of the height`, async ({
    page,
    memoryStores,
  }) => {
    const { address } = await twoVersions(memoryStores)
    await page.setViewportSize(size)
    await open(page, `${address}#L200`)
    await expect(page.locator('[data-line-row="200"]')).toBeInViewport()
    const seen = await page.evaluate((height) => {
      const x = [...document.querySelectorAll('[data-line-row]')][0]?.getBoundingClientRect()
      const middle = x ? x.left + 100 : 0
      return Array.from({ length: height }, (_, y) => y).filter((y) =>
        document.elementFromPoint(middle, y)?.closest('.line-list'),
      ).length
    }, size.height)
    expect(seen).toBeGreaterThan(size.height / 2)
    expect(await tooWide(page)).toEqual([])
  })
}

test('in a low window the sidebar’s parts lie below each other, and it scrolls', async ({
  page,
  memoryStores,
}) => {
  for (let number = 1; number <= 6; number++) {
    await memoryStores.create({ name: `Store ${number}` })
  }
  await page.setViewportSize({ width: 1440, height: 500 })
  await open(page, '/stores')
  const sidebar = page.getByRole('banner')
  const last = await sidebar.getByRole('link', { name: 'Store 1' }).boundingBox()
  const keys = await sidebar.getByRole('button', { name: /^Keys/ }).boundingBox()
  expect(keys?.y).toBeGreaterThanOrEqual((last?.y ?? Infinity) + (last?.height ?? 0))
})
