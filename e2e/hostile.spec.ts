import type Anthropic from '@anthropic-ai/sdk'
import type { Page } from 'playwright/test'
import {
  FOREIGN,
  HOSTILE_MEMORIES,
  HOSTILE_TEXTS,
  type HostileMemory,
  LONGEST_PATH,
  TRICK,
} from '@/tests/fixtures/hostile-memories'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, walkTo } from './open'

/** No script ran, the frame is visible, and the page is no wider than the window. */
async function expectUnharmed(page: Page): Promise<void> {
  // One evaluation instead of role locators, which are slow on pages of thousands of links.
  const state = await page.evaluate((trick) => {
    const { scrollWidth, clientWidth } = document.documentElement
    const home = document.querySelector('header a[href="/"]')
    return {
      isTricked: trick in window,
      isWider: scrollWidth > clientWidth,
      isFrameSeen: home?.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    }
  }, TRICK)
  expect(state).toEqual({ isTricked: false, isWider: false, isFrameSeen: true })
}

interface View {
  /** part of the address; `{first}` and `{second}` stand for the memory's versions */
  query: string
  /** waits for the view and checks what it shows of the memory */
  isShown: (page: Page, memory: SeededMemory) => Promise<void>
  /** whether the server's HTML is checked too */
  isLoaded: boolean
}

/** Every view of a memory but the editor's. HTML is checked once for views that differ in a part only. */
const VIEWS: readonly View[] = [
  { query: '', isShown: showsContent, isLoaded: true },
  { query: '&view=preview', isShown: (page) => showsView(page, 'preview'), isLoaded: false },
  {
    query: '&view=agent',
    isShown: (page) => showsView(page, 'agent'),
    isLoaded: false,
  },
  { query: '&view=blame', isShown: (page) => showsView(page, 'blame'), isLoaded: false },
  { query: '&from={first}&to={second}', isShown: showsDifference, isLoaded: true },
]

/** Depends on nothing but the texts, and costs as much as all other views together. */
const EDITOR: View = {
  query: '&from={first}&to={second}&compare=editor',
  isShown: showsDifferenceInEditor,
  isLoaded: false,
}

/** A stored memory of the corpus, whose first version is harmless. */
interface SeededMemory extends HostileMemory {
  id: string
  /** its versions */
  first: string
  second: string
}

async function seedHostile(
  memoryStores: Anthropic['beta']['memoryStores'],
  storeId: string,
  corpus: readonly HostileMemory[],
): Promise<SeededMemory[]> {
  const memories: SeededMemory[] = []
  for (const hostile of corpus) {
    const { path, content } = hostile
    const made = await memoryStores.memories.create(storeId, { path, content: 'before\n' })
    const { id } = made
    const written = await memoryStores.memories.update(id, { memory_store_id: storeId, content })
    memories.push({
      ...hostile,
      id,
      first: made.memory_version_id,
      second: written.memory_version_id,
    })
  }
  return memories
}

/** The views and the activity of a memory. */
function addressesOf(storeId: string, memory: SeededMemory) {
  const activity = {
    address: `/log?store=${storeId}&open=${memory.second}`,
    isShown: showsActivity,
    isLoaded: true,
  }
  return [...VIEWS.map((view) => viewOf(storeId, memory, view)), activity]
}

function viewOf(storeId: string, memory: SeededMemory, { query, ...view }: View) {
  const named = query.replace('{first}', memory.first).replace('{second}', memory.second)
  return { address: `/stores/${storeId}?memory=${memory.id}${named}`, ...view }
}

/** Hidden characters that must be marked, by path. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  '/bidi.md': ['RLO', 'LRI', 'PDI', 'ZWSP', 'BOM', 'SHY'],
  '/ansi.md': ['ESC[31m'],
}

async function showsContent(page: Page, { path, seen }: SeededMemory): Promise<void> {
  const content = page.getByRole('list', { name: 'Content' })
  await expect(content).toBeVisible()
  if (seen !== undefined) await expect(content).toContainText(seen)
  for (const label of LABELS[path] ?? []) {
    await expect(content.locator(`[data-hidden*="${label}"]`).first()).toBeVisible()
  }
}

async function showsView(page: Page, view: string): Promise<void> {
  await expect(page.locator(`[data-shown-view="${view}"]`)).toBeAttached()
}

async function showsDifference(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: /lines? added/ })).toBeVisible()
}

async function showsDifferenceInEditor(page: Page): Promise<void> {
  await expect(page.getByText(/^\d+ changes?$/)).toBeVisible()
}

async function showsActivity(page: Page): Promise<void> {
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('link', { expanded: true })).toBeVisible()
}

/** Elements in the server's HTML of an address that run or load anything but the page's own files. */
async function harmAt(page: Page, address: string): Promise<string[]> {
  return page.evaluate(async (from) => {
    const source = await (await fetch(from)).text()
    const read = new DOMParser().parseFromString(source, 'text/html')
    const nonce = read.querySelector('script[nonce]')?.getAttribute('nonce')
    const isOwn = (name: string, value: string) =>
      name === 'nonce' ||
      name === 'title' ||
      name.startsWith('aria-') ||
      !/[a-z]:|^\/\//i.test(value)
    return [...read.querySelectorAll('*')].flatMap((element) => {
      const isScript = element.localName === 'script' && element.getAttribute('nonce') !== nonce
      const isHarm = [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (['src', 'href', 'srcset', 'action', 'formaction', 'data', 'xlink:href'].includes(name) &&
            !isOwn(name, value)),
      )
      return isScript || isHarm ? [element.outerHTML.slice(0, 200)] : []
    })
  }, address)
}

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
  const { id: storeId } = await memoryStores.create({ name: `Hostile <script>${TRICK}</script>` })
  const memories = await seedHostile(memoryStores, storeId, HOSTILE_MEMORIES)
  const texts = await seedHostile(memoryStores, storeId, HOSTILE_TEXTS)
  const ofAll = [
    `/stores/${storeId}/compare?from=0&to=${2 * (memories.length + texts.length)}`,
    `/search?q=script&store=${storeId}`,
  ]
  await open(page, `/stores/${storeId}`)
  await expectUnharmed(page)

  await test.step('what would be markup is read as text, and what hides is seen, in every view', async () => {
    const shown = memories.flatMap((memory) =>
      addressesOf(storeId, memory).map((view) => ({ memory, ...view })),
    )
    const edited = texts.map((memory) => ({ memory, ...viewOf(storeId, memory, EDITOR) }))
    for (const { memory, address, isShown } of [...shown, ...edited]) {
      await walkTo(page, address)
      await isShown(page, memory)
      await expectUnharmed(page)
    }
  })
  await test.step('the views of all of them are unharmed', async () => {
    for (const address of ofAll) {
      await open(page, address)
      await expectUnharmed(page)
    }
  })
  await test.step('the server’s own HTML of each has no script, handler or address but the page’s', async () => {
    for (const memory of memories) {
      for (const { address } of addressesOf(storeId, memory).filter((view) => view.isLoaded)) {
        expect([address, await harmAt(page, address)]).toEqual([address, []])
      }
    }
  })
  expect(foreign.filter((url) => url.includes(FOREIGN) || url === 'a dialog')).toEqual([])
  expect(foreign).toEqual([])
})

test('they are edited as text, and what is not touched stays as it was', async ({
  page,
  memoryStores,
}) => {
  test.slow()
  const { id } = await memoryStores.create({ name: 'Hostile, edited' })
  await open(page, `/stores/${id}`)
  for (const { path, content } of HOSTILE_TEXTS) {
    const memory = await memoryStores.memories.create(id, {
      path,
      content: content.slice(0, 99_999),
    })
    await walkTo(page, `/stores/${id}?memory=${memory.id}&view=edit`)
    const editor = page.getByRole('textbox', { name: 'Text of the memory' })
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
  await open(page, `/stores/${id}?memory=${memory.id}&view=edit`)
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
  await open(page, `/stores/${id}`)
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
  // Right-to-left text must not move the file's ending or size to its front.
  const name = rows.filter({ hasText: 'txt.' }).locator('bdi')
  await expect(name).toHaveAttribute('dir', 'ltr')
  const widths = await rows.evaluateAll((all) =>
    all.map((row) => row.scrollWidth <= row.clientWidth),
  )
  expect(widths).toEqual(widths.map(() => true))
  await expectUnharmed(page)
  await expectAccessible(page)

  await open(
    page,
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
  await open(page, `/stores/${id}?path=${encodeURIComponent(LONGEST_PATH)}`)
  await expect(page.getByRole('heading', { name: LONGEST_PATH })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('far down')
  const rows = page.getByRole('tree', { name: 'Memories' }).getByRole('treeitem')
  await expect(rows).toHaveCount(2)
  await expectUnharmed(page)
  await rows.last().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(rows).toHaveCount(1)
  await expect(
    memoryStores.memories.create(id, { path: `${LONGEST_PATH}x`, content: '' }),
  ).rejects.toThrow(/1,024 bytes/)
})

/** A hundred kilobytes in one line, some of it expensive to lay out or to parse. */
const LINES: readonly [name: string, line: string][] = [
  ['one letter', 'a'.repeat(100_000)],
  ['letters and what cannot be seen', 'a\u200b'.repeat(25_000)],
  ['controls of direction', '\u202e\u2066'.repeat(16_000)],
  ['marks on one letter', `a${'\u0301'.repeat(49_000)}`],
  ['brackets', ']'.repeat(100_000)],
]

/** Time after which a page seems dead; with quadratic work it took half a minute. */
const TIMEOUT = { timeout: 15_000 }

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
      // Only the first is a full load, which costs more.
      const coming = (view === '' ? open : walkTo)(page, `${address}${view}`)
      // Other requests must be answered meanwhile.
      await request.get('/readyz', { ...TIMEOUT, maxRetries: 1 })
      await coming
      const rows = page.getByRole('tree', { name: 'Memories' }).getByRole('treeitem')
      const opener = page.getByRole('button', { name: 'Filter by path' })
      if (await opener.isVisible()) await opener.click(TIMEOUT)
      const filter = page.getByRole('searchbox', { name: 'Filter by path' })
      await filter.fill('z', TIMEOUT)
      await expect(rows).toHaveCount(1, TIMEOUT)
      await filter.fill('', TIMEOUT)
      await expect(rows).toHaveCount(2, TIMEOUT)
    }
    await page.getByRole('treeitem', { name: /^z\.md/ }).click(TIMEOUT)
    await expect(page.getByRole('list', { name: 'Content' })).toHaveText('another', TIMEOUT)
  })
}

test('every page says what it may load and run, and every script has the page’s own number', async ({
  request,
}) => {
  for (const address of ['/', '/search', '/log', '/redact', '/nowhere']) {
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

  test('says so within the frame', async ({ page, memoryStores }) => {
    await memoryStores.create({ name: 'Elsewhere' })
    const response = await open(page, '/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
    await page.getByRole('link', { name: 'All stores', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Stores', level: 1 })).toBeVisible()
  })
})
