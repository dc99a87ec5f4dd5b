import type { Page } from '@playwright/test'
import { FOREIGN, HOSTILE_MEMORIES, LONGEST_PATH, TRICK } from '@/tests/fixtures/hostile-memories'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'

/** Nothing ran, nothing was asked of anybody else, and the page is as wide as the window. */
async function expectUnharmed(page: Page): Promise<void> {
  expect(await page.evaluate((name) => name in window, TRICK)).toBe(false)
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBeLessThanOrEqual(0)
  await expect(page.getByRole('link', { name: 'Palimpsest', exact: true })).toBeVisible()
}

/** The other views of a memory, by what the address and what the page calls them. */
const VIEWS = [
  ['preview', 'Preview'],
  ['agent', 'As the agent sees it'],
  ['blame', 'Blame'],
] as const

test('memories that would harm who looks at them are shown, and do nothing', async ({
  page,
  baseURL,
  memoryStores,
}) => {
  test.setTimeout(600_000)
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) foreign.push(request.url())
  })
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => foreign.push('a dialog')))
  const { id } = await memoryStores.create({ name: `Hostile <script>${TRICK}</script>` })
  for (const { path, content } of HOSTILE_MEMORIES) {
    const memory = await memoryStores.memories.create(id, { path, content: 'before\n' })
    await memoryStores.memories.update(memory.id, { memory_store_id: id, content })
    const address = `/stores/${id}?memory=${memory.id}`
    const { data } = await memoryStores.memoryVersions.list(id, { memory_id: memory.id })

    await page.goto(address)
    const shown = page.getByRole('list', { name: 'Content' })
    await expect(shown).toBeVisible()
    await expectUnharmed(page)
    for (const [view, name] of VIEWS) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`view=${view}`))
      await expectUnharmed(page)
    }
    await page.goto(`${address}&from=${data[1]?.id}&to=${data[0]?.id}`)
    await expect(page.getByRole('table', { name: /lines? added/ })).toBeVisible()
    await expectUnharmed(page)
    await page.getByRole('link', { name: 'In the editor' }).click()
    await expect(page.getByText(/^\d+ changes?$/)).toBeVisible()
    await expectUnharmed(page)
    await page.goto(`/activity?store=${id}&open=${data[0]?.id}`)
    await expectUnharmed(page)
  }
  await page.goto(`/stores/${id}/compare?from=0&to=${2 * HOSTILE_MEMORIES.length}`)
  await expectUnharmed(page)
  await page.goto(`/search?q=${encodeURIComponent('script')}&store=${id}`)
  await expectUnharmed(page)
  expect(foreign.filter((url) => url.includes(FOREIGN) || url === 'a dialog')).toEqual([])
  expect(foreign).toEqual([])
})

test('they are edited as text, and what is not touched stays as it was', async ({
  page,
  memoryStores,
}) => {
  test.slow()
  const { id } = await memoryStores.create({ name: 'Hostile, edited' })
  for (const { path, content } of HOSTILE_MEMORIES) {
    const memory = await memoryStores.memories.create(id, {
      path,
      content: content.slice(0, 99_999),
    })
    await page.goto(`/stores/${id}?memory=${memory.id}&view=edit`)
    const editor = page.getByRole('textbox', { name: 'The memory’s text' })
    await expect(editor).toBeFocused()
    await expectUnharmed(page)
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('Z')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).not.toHaveURL(/view=edit/)
    const saved = await memoryStores.memories.retrieve(memory.id, { memory_store_id: id })
    expect(saved.content).toBe(`${content.slice(0, 99_999)}Z`)
  }
})

test('what hides in a text is seen where it is edited too', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Hostile, seen in the editor' })
  const content = 'user\u202e // admin\nzero\u200bwidth\n'
  const memory = await memoryStores.memories.create(id, { path: '/bidi.md', content })
  await page.goto(`/stores/${id}?memory=${memory.id}&view=edit`)
  const lines = page.locator('.monaco-editor .view-lines')
  await expect(lines).toContainText('[U+202E]')
  await expect(page.locator('.monaco-editor .unicode-highlight').first()).toBeVisible()
})

test('in the tree no name hides, deceives or takes the room of the others', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Hostile names' })
  const names = ['\u3164', 'plan\u00a0b  .md ', 'txt.\u05d4\u05d5.md', 'w'.repeat(1_023), 'z.md']
  for (const name of names) {
    await memoryStores.memories.create(id, { path: `/${name}`, content: 'x\n' })
  }
  await memoryStores.memories.create(id, {
    path: '/\u115f/\u05d0\u05d1/\u05d2\u05d3.md',
    content: 'x\n',
  })
  await page.goto(`/stores/${id}`)
  const rows = page.getByRole('tree', { name: 'Memories' }).getByRole('treeitem')
  await expect(rows).toHaveCount(6)
  for (const [name, labels] of [
    [/U\+3164/, ['U+3164']],
    [/plan/, ['NBSP', 'SP×2', 'SP']],
    [/Folder \[U\+115F\]/, ['U+115F']],
  ] as const) {
    const marks = rows
      .filter({ has: page.locator('[data-hidden]') })
      .and(page.getByRole('treeitem', { name }))
    expect(
      await marks
        .locator('[data-hidden]')
        .evaluateAll((all) => all.map((mark) => mark.dataset.hidden)),
    ).toEqual(labels)
  }
  // The ending stays at the end, whatever stands before it, and the size after both.
  const name = rows.filter({ hasText: 'txt.' }).locator('bdi')
  await expect(name).toHaveAttribute('dir', 'ltr')
  const widths = await rows.evaluateAll((all) =>
    all.map((row) => row.scrollWidth <= row.clientWidth),
  )
  expect(widths).toEqual(widths.map(() => true))
  await expectUnharmed(page)
  await expectAccessible(page)

  await page.goto(
    `/stores/${id}?path=${encodeURIComponent('/\u115f/\u05d0\u05d1/\u05d2\u05d3.md')}`,
  )
  const folders = page.getByRole('heading', { level: 2, name: 'md' }).locator('> bdi')
  const [first, second] = await folders.evaluateAll((all) =>
    all.slice(1).map((segment) => segment.getBoundingClientRect().left),
  )
  expect(first).toBeLessThan(second ?? 0)
})

test('a path at the limit leads to its memory, and is walked in the tree', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'The longest path' })
  await memoryStores.memories.create(id, { path: LONGEST_PATH, content: 'far down\n' })
  await page.goto(`/stores/${id}?path=${encodeURIComponent(LONGEST_PATH)}`)
  await expect(page.getByRole('heading', { name: LONGEST_PATH })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('far down')
  const rows = page.getByRole('tree', { name: 'Memories' }).getByRole('treeitem')
  await expect(rows).toHaveCount(20)
  await expectUnharmed(page)
  await rows.last().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(rows).toHaveCount(1)
  await expect(
    memoryStores.memories.create(id, { path: `${LONGEST_PATH}x`, content: '' }),
  ).rejects.toThrow(/1,024 bytes/)
})

/** A hundred kilobytes without an end of a line: of what is cheap, and of what is dear to lay out. */
const LINES: readonly [name: string, line: string][] = [
  ['one letter', 'a'.repeat(100_000)],
  ['letters and what cannot be seen', 'a\u200b'.repeat(25_000)],
  ['controls of direction', '\u202e\u2066'.repeat(16_000)],
  ['marks on one letter', `a${'\u0301'.repeat(49_000)}`],
  ['brackets', ']'.repeat(100_000)],
]

/** Longer, and a person takes the page for dead. Half a minute and more it was where it was wrong. */
const PATIENCE = { timeout: 5_000 }

for (const [name, line] of LINES) {
  test(`a page with a hundred kilobytes of ${name} in one line answers to whoever works with it`, async ({
    page,
    memoryStores,
    request,
  }) => {
    test.slow()
    const { id } = await memoryStores.create({ name: `One line of ${name}` })
    const memory = await memoryStores.memories.create(id, { path: '/a.md', content: 'before\n' })
    await memoryStores.memories.update(memory.id, { memory_store_id: id, content: line })
    await memoryStores.memories.create(id, { path: '/z.md', content: 'another\n' })
    const { data } = await memoryStores.memoryVersions.list(id, { memory_id: memory.id })
    const address = `/stores/${id}?memory=${memory.id}`
    const compared = `&from=${data[1]?.id}&to=${data[0]?.id}`
    for (const view of [
      '',
      '&view=preview',
      '&view=agent',
      '&view=blame',
      '&view=edit',
      compared,
    ]) {
      const coming = page.goto(`${address}${view}`, { waitUntil: 'commit' })
      // Whoever asks for something else meanwhile is not kept waiting.
      await request.get('/readyz', PATIENCE)
      await coming
      const tree = page.getByRole('tree', { name: 'Memories' })
      await expect(tree).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 })
      const rows = tree.getByRole('treeitem')
      const filter = page.getByLabel('Filter by path')
      // Before the page's scripts have come, nobody hears what is typed.
      await expect(async () => {
        await filter.fill('z', PATIENCE)
        await expect(rows).toHaveCount(1, { timeout: 1_000 })
      }).toPass(PATIENCE)
      await filter.fill('', PATIENCE)
      await expect(rows).toHaveCount(2, PATIENCE)
    }
    await page.getByRole('treeitem', { name: /^z\.md/ }).click(PATIENCE)
    await expect(page.getByRole('list', { name: 'Content' })).toHaveText('another', PATIENCE)
  })
}

test('what would be markup is read as text, and what hides is seen', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Hostile, as text' })
  for (const { path, content, seen } of HOSTILE_MEMORIES) {
    if (seen === undefined) continue
    const memory = await memoryStores.memories.create(id, { path, content })
    await page.goto(`/stores/${id}?memory=${memory.id}`)
    await expect(page.getByRole('list', { name: 'Content' })).toContainText(seen)
  }
  for (const [name, labels] of [
    ['/bidi.md', ['RLO', 'LRI', 'PDI', 'ZWSP', 'BOM', 'SHY']],
    ['/ansi.md', ['ESC[31m']],
  ] as const) {
    const hostile = HOSTILE_MEMORIES.find(({ path }) => path === name)
    if (!hostile) throw new Error(`${name} is not in the corpus`)
    const memory = await memoryStores.memories.create(id, hostile)
    await page.goto(`/stores/${id}?memory=${memory.id}`)
    for (const label of labels) {
      await expect(page.locator(`[data-hidden*="${label}"]`).first()).toBeVisible()
    }
  }
})

test('every page says what it may load and run, and every script has the page’s own number', async ({
  request,
}) => {
  for (const address of ['/', '/search', '/activity', '/redact', '/nowhere']) {
    const response = await request.get(address)
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/)
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
    const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  }
})

test.describe('an address that is no page', () => {
  test.use({ refused: /\/no\/such\/page$/ })

  test('says so within the frame', async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
    await page.getByRole('link', { name: 'All stores' }).click()
    await expect(page.getByRole('heading', { name: 'Memory stores' })).toBeVisible()
  })
})
