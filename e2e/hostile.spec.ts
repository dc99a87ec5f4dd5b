import type { Page } from '@playwright/test'
import { FOREIGN, HOSTILE_MEMORIES, TRICK } from '@/tests/fixtures/hostile-memories'
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

test('memories that would harm who looks at them are shown, and do nothing', async ({
  page,
  baseURL,
  memoryStores,
}) => {
  test.slow()
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
    for (const view of ['preview', 'agent', 'blame']) {
      await page.goto(`${address}&view=${view}`)
      await expectUnharmed(page)
    }
    await page.goto(`${address}&from=${data[1]?.id}&to=${data[0]?.id}`)
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
