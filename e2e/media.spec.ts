import type { Locator, Page } from 'playwright/test'
import { expect, type MemoryStores, test } from './fixtures'
import { open, walkTo } from './open'
import { memoryPane, rowOf, treeOf, versionsOf } from './parts'

const LINES = 400
const textOf = (last: string) =>
  [...Array.from({ length: LINES - 1 }, (_, at) => `line ${at + 1}`), last].join('\n')

/** A store with a long memory of two versions; resolves with the memory's address. */
async function longMemory(stores: MemoryStores): Promise<string> {
  const { id } = await stores.create({ name: 'On paper' })
  const content = textOf('the last was')
  const { id: memory } = await stores.memories.create(id, { path: '/notes/long.md', content })
  await stores.memories.update(memory, { memory_store_id: id, content: textOf('the last is') })
  await stores.memories.create(id, { path: '/other.md', content: 'other' })
  return `/stores/${id}?memory=${memory}`
}

test.describe('in forced colours', () => {
  const styleOf = (element: Locator, name: 'backgroundColor' | 'borderLeft' | 'color') =>
    element.evaluate((each, of) => getComputedStyle(each)[of], name)

  /** A system colour as the browser has it. */
  const systemColor = (page: Page, name: string) =>
    page.evaluate((color) => {
      const probe = document.body.appendChild(document.createElement('b'))
      probe.style.cssText = `forced-color-adjust: none; background: ${color}`
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return backgroundColor
    }, name)

  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

  test('what is current, a switch, the time bar and what shows by its colour alone are seen', async ({
    page,
    stores,
  }) => {
    const address = await longMemory(stores)
    await open(page, `${address}&view=blame`)
    const selected = await systemColor(page, 'Highlight')
    expect(selected).not.toBe(await systemColor(page, 'Canvas'))
    const current = (within: Locator) => within.locator('[aria-current="true"]').first()
    for (const each of [
      rowOf(page, /^long\.md/),
      current(page.getByRole('navigation', { name: 'Views' })),
      current(versionsOf(page)),
      page.getByRole('switch', { name: 'Blame' }).locator('span[aria-hidden]').first(),
    ]) {
      expect(await styleOf(each, 'backgroundColor')).toBe(selected)
    }
    const size = rowOf(page, /^long\.md/).getByText(/\d.K$/)
    expect(await styleOf(size, 'color')).toBe(await systemColor(page, 'HighlightText'))
    await page.keyboard.press('?')
    const over = await styleOf(page.locator('.fixed.inset-0'), 'backgroundColor')
    expect(over).not.toBe(await systemColor(page, 'CanvasText'))
    await page.keyboard.press('Escape')
    const bar = page.locator('.time-bars > i').first()
    expect(await styleOf(bar, 'backgroundColor')).toBe(await systemColor(page, 'CanvasText'))
    await walkTo(page, `${address}&diff=before`)
    const edgeOf = (kind: string) => styleOf(page.locator(`.lines li${kind}`).first(), 'borderLeft')
    const ground = await systemColor(page, 'Canvas')
    expect(await edgeOf(':not([data-kind])')).toContain(ground)
    expect(await edgeOf('[data-kind="added"]')).toMatch(/ solid /)
    expect(await edgeOf('[data-kind="added"]')).not.toContain(ground)
    expect(await edgeOf('[data-kind="removed"]')).toMatch(/ dashed /)
  })
})

test('a memory is printed whole, with its store, path and version, and nothing else', async ({
  page,
  stores,
}) => {
  await open(page, await longMemory(stores))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'On paper' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '/notes/long.md' })).toBeVisible()
  await expect(memoryPane(page).getByText('v2', { exact: true })).toBeVisible()
  const last = memoryPane(page).getByText('the last is')
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
  await expect(treeOf(page)).toBeHidden()
  await expect(versionsOf(page)).toBeHidden()
  await expect(page.getByRole('slider')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('a memory is printed whole from the editor, which holds only the lines in sight', async ({
  page,
  stores,
}) => {
  await open(page, `${await longMemory(stores)}&view=edit`)
  await page.emulateMedia({ media: 'print' })
  await expect(memoryPane(page).locator('pre:visible')).toHaveText(/^line 1\n[^]*\nthe last is$/)
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

/** Elements that move or fade by themselves or when something changes. */
const moving = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element)
        return animationName !== 'none' || /[1-9]/.test(transitionDuration)
      }).length,
  )

test('who asked for less motion sees none', async ({ page, stores }) => {
  const id = await stores.make('Still', { '/a.md': 'a\n' })
  await open(page, `/stores/${id}`)
  await stores.memories.create(id, { path: '/b.md', content: 'b\n' })
  await expect(rowOf(page, /^b\.md/)).toBeVisible()
  expect(await moving(page)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await moving(page)).toBeGreaterThan(0)
})
