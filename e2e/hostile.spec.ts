import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { tooWide } from './layout'
import { open, walkTo } from './open'
import { memoryPane, treeOf } from './parts'

/** What hides, deceives, breaks out of where it stands, or costs a browser seconds. */
const MARKUP = '<img src=x onerror="window.tricked=1"><script>window.tricked=1</script>'
const HOSTILE: Readonly<Record<string, string>> = {
  '/markup.md': `${MARKUP}\n\n[link](javascript:window.tricked=1) ![](http://foreign.invalid/x.png)\n`,
  '/<script>window.tricked=1<.md': '"><svg onload=window.tricked=1>\n',
  '/bidi.md': 'user\u202e // admin\nzero\u200bwidth \u2066x\u2069\n',
  '/ansi.md': '\u001b[31mred\u001b[0m\rover\n',
  '/one-line.md': 'a'.repeat(90_000),
  '/marks.md': `a${'\u0301'.repeat(40_000)}`,
  '/brackets.md': '['.repeat(50_000),
  '/quotes.md': '>'.repeat(5_000),
  '/lists.md': `${'- '.repeat(5_000)}a`,
  '/stress.md': '*a _b '.repeat(5_000) + 'c_ d* '.repeat(5_000),
  '/cells.md': `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n${'|x\n'.repeat(20_000)}`,
  '/\u3164': 'a name that hides\n',
  '/\u115f/\u05d0\u05d1/\u05d2\u05d3.md': 'from right to left\n',
  [`/${'w'.repeat(1_000)}.md`]: 'the longest name\n',
}

/** No script of a memory ran, the frame stands, and nothing is wider than the window. */
async function expectUnharmed(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'tricked' in window)).toBe(false)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(await tooWide(page)).toEqual([])
}

test('memories that would harm who looks at them are shown in every view, and do nothing', async ({
  page,
  stores,
}) => {
  const id = await stores.make(`Hostile ${MARKUP}`, HOSTILE)
  await open(page, `/stores/${id}`)
  await expect(treeOf(page).getByRole('treeitem')).toHaveCount(Object.keys(HOSTILE).length)
  await expectUnharmed(page)
  await expectAccessible(page)
  for (const path of Object.keys(HOSTILE)) {
    const address = `/stores/${id}?memory=${await stores.memoryAt(id, path)}`
    for (const view of ['', '&view=preview', '&view=agent', '&view=blame']) {
      await walkTo(page, `${address}${view}`)
      await expect(memoryPane(page).getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expectUnharmed(page)
    }
  }
  await open(page, '/search')
  await page.getByRole('textbox', { name: 'Text' }).fill('tricked')
  await expect(page.getByRole('link', { name: 'markup.md' })).toBeVisible()
  await expectUnharmed(page)
})

test('what hides in a text or a name is seen, where it is read and where it is edited', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Hidden', { '/bidi.md': HOSTILE['/bidi.md'] ?? '', '/\u3164': 'x' })
  await open(page, `/stores/${id}?path=/bidi.md`)
  const marks = (within: string) => page.locator(`${within} [data-hidden]`)
  await expect(marks('main section')).toHaveCount(4)
  await expect(marks('[role="treeitem"]')).toHaveCount(1)
  await page.keyboard.press('e')
  await expect(memoryPane(page)).toContainText('[U+202E]')
})

test('data are shown by their lines: as Markdown their rows would run together', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Data', { '/a.csv': 'name,count\na,1\n' })
  await open(page, `/stores/${id}?path=/a.csv&view=preview`)
  await expect(memoryPane(page).getByText('a,1', { exact: true })).toBeVisible()
  const views = memoryPane(page).getByRole('navigation', { name: 'Views' }).getByRole('link')
  await expect(views).toHaveText(['Source', 'Agent’s view'])
})

test('a preview is read in the direction of each block', async ({ page, stores }) => {
  const id = await stores.make('Directions', { '/a.md': 'to the right\n\nשלום עולם (2)\n' })
  await open(page, `/stores/${id}?path=/a.md&view=preview`)
  await expect(memoryPane(page).getByText('שלום')).toHaveCSS('unicode-bidi', 'plaintext')
})

test('what is edited stays as it was but for what was typed, whatever it holds', async ({
  page,
  stores,
}) => {
  test.slow()
  const texts = {
    ...HOSTILE,
    '/ends.md': '\ufeffmixed\r\nends\nof\r\nlines\u2028and\u2029more\ttabs  \n',
  }
  const id = await stores.make('Edited', texts)
  await open(page, `/stores/${id}`)
  for (const [path, content] of Object.entries(texts)) {
    await walkTo(page, `/stores/${id}?memory=${await stores.memoryAt(id, path)}&view=edit`)
    await expect(page.getByRole('textbox', { name: 'Text of the memory' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('Z')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).not.toHaveURL(/view=edit/)
    expect([path, await stores.contentAt(id, path)]).toEqual([path, `${content}Z`])
  }
})

test('what hides in a path is seen in a plan', async ({ page, stores }) => {
  const id = await stores.make('Hidden path', { '/a.md': 'a\n' })
  const path = '/admin\u115f.md'
  await stores.memories.update(await stores.memoryAt(id, '/a.md'), { memory_store_id: id, path })
  await open(page, `/stores/${id}/plan?restore=1`)
  const list = page.getByRole('navigation', { name: 'What would change' })
  await expect(list.getByRole('listitem')).toContainText('/admin[U+115F].md')
})

test('an address that leads nowhere says so within the frame', async ({ page, stores }) => {
  await stores.make('Elsewhere')
  for (const address of [
    '/no/such/page',
    '/stores/memstore_none',
    '/stores/memstore_none/plan?restore=1',
    '/stores/memstore_none/compare',
    '/stores/memstore_none/settings',
    '/redactions/job_none',
  ]) {
    await open(page, address)
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
    await expectUnharmed(page)
  }
  await page.getByRole('main').getByRole('link', { name: 'Redactions' }).click()
  await expect(page.getByRole('heading', { name: 'Redactions', level: 1 })).toBeVisible()
})

test.use({ refused: /none|such/ })
