import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { holdActs, open, reload } from './open'
import { memoryPane, versionsOf } from './parts'

const SECRET = 'sk-live-4f9c2e7a'

/** Everything that the browser keeps of our pages. */
const keptOf = (page: Page) =>
  page.evaluate(async () => {
    const caches = []
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name)
      for (const request of await cache.keys()) {
        caches.push(request.url, (await cache.match(request).then((it) => it?.text())) ?? '')
      }
    }
    const stored = [localStorage, sessionStorage].map((each) => JSON.stringify({ ...each }))
    return [location.href, document.cookie, JSON.stringify(history.state), ...stored, ...caches]
  })

/** Looks for a text, in a store or in all, by keys alone. */
async function lookFor(page: Page, text: string, store = ''): Promise<void> {
  await open(page, `/redact?store=${store}`)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('a text is found everywhere, taken out after one question, proved gone, and kept nowhere', async ({
  page,
  application,
  stores,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const id = await stores.make('Leaked', { '/keys.md': `token ${SECRET}\n` })
  const memoryId = await stores.memoryAt(id, '/keys.md')
  const both = `token ${SECRET} twice ${SECRET}\nand ${SECRET.toUpperCase()}\n`
  await stores.write(id, '/keys.md', both)
  const besides = await stores.make('Besides', { '/copy.md': SECRET })
  await open(page, '/redact')
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await page.keyboard.type(SECRET)
  await page.getByRole('button', { name: 'Find matches' }).click()
  const now = page.getByRole('region', { name: 'Memories now' })
  await expect(now.getByRole('article')).toHaveCount(2)
  await expect(now).toContainText('twice')
  expect(await page.getByRole('main').innerText()).not.toContain(SECRET)
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /^SK-L/ }).check()
  await expect(now).toContainText('and SK-L••••')

  // A version that has both spellings is one place.
  await page.getByRole('button', { name: 'Redact 3 matches…' }).click()
  const asked = page.getByRole('dialog', { name: 'Redact all 3 matches?' })
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(await stores.contentAt(besides, '/copy.md')).toBe(SECRET)
  await page.keyboard.press('ControlOrMeta+Enter')
  await asked.getByRole('button', { name: 'Redact 3 matches' }).click()
  await expect(page.getByRole('heading', { name: 'The text is gone' })).toBeVisible({
    timeout: 30_000,
  })
  const files = page.getByRole('table').filter({ hasText: 'palimpsest.db' })
  await expect(files.getByRole('row', { name: /palimpsest\.db .* 0$/ })).toBeVisible()
  await expectAccessible(page)
  await reload(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download receipt' }).click(),
  ])
  const receipt = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(receipt)).toMatchObject({ heads: 2 })
  expect(receipt.toLowerCase()).not.toContain(SECRET)

  await open(page, `/stores/${id}?memory=${memoryId}`)
  await expect(memoryPane(page)).toContainText('token [redacted] twice [redacted]')
  expect((await stores.contentAt(id, '/keys.md')).toLowerCase()).not.toContain(SECRET)
  expect((await keptOf(page)).join('\n').toLowerCase()).not.toContain(SECRET)
  expect(addresses.filter((url) => url.includes(SECRET))).toEqual([])
  for (const name of readdirSync(application.dataDir, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue
    const bytes = readFileSync(path.join(name.parentPath, name.name)).toString('latin1')
    expect([name.name, bytes.toLowerCase().includes(SECRET)]).toEqual([name.name, false])
  }
})

test('marked lines are redacted as they stand, line ends and all', async ({ page, stores }) => {
  const content = 'Keep this.\nalpha first line\nbravo second line\nAnd this.\n'
  const id = await stores.make('Lines', { '/lines.md': content })
  await open(page, `/stores/${id}?path=/lines.md#L2-L3`)
  await expect(memoryPane(page)).toContainText('bravo second line')
  await page.keyboard.press('x')
  await page.waitForURL(`/redact?store=${id}`)
  const now = page.getByRole('region', { name: 'Memories now' })
  await expect(now.getByRole('listitem')).toHaveText(['2 alph••••', '3 brav••••'])
  const text = page.getByRole('textbox', { name: 'Text' })
  await expect(text).toHaveValue('alpha first line\nbravo second line')
  await expect(text).toHaveCSS('-webkit-text-security', 'disc')
  await expectAccessible(page)
  await text.fill('')
  await text.pressSequentially('alpha first line')
  await page.keyboard.press('Shift+Enter')
  await text.pressSequentially('bravo second line')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Redact 1 match…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redact 1 match' }).click()
  const gone = page.getByRole('heading', { name: 'The text is gone' })
  await expect(gone).toBeVisible({ timeout: 30_000 })
  expect(await stores.contentAt(id, '/lines.md')).toBe('Keep this.\n[redacted]\nAnd this.\n')
})

test('where the text stands elsewhere by now, nothing is done and the page shows where', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Elsewhere', { '/a.md': SECRET })
  await lookFor(page, SECRET, id)
  const now = page.getByRole('region', { name: 'Memories now' })
  await expect(now).toContainText('a.md')
  await page.getByRole('button', { name: 'Redact 1 match…' }).click()
  // There are as many places as before.
  await stores.memories.delete(await stores.memoryAt(id, '/a.md'), { memory_store_id: id })
  for (const { id: version, operation } of (await stores.memoryVersions.list(id)).data) {
    if (operation === 'created')
      await stores.memoryVersions.redact(version, { memory_store_id: id })
  }
  await stores.memories.create(id, { path: '/b.md', content: SECRET })
  await page.getByRole('dialog').getByRole('button', { name: 'Redact 1 match' }).click()
  await expect(now).toContainText('b.md')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await stores.contentAt(id, '/b.md')).toBe(SECRET)
})

test('a text that stands nowhere is said so; a single version is emptied after one question', async ({
  page,
  stores,
}) => {
  const id = await stores.make('One version', { '/a.md': 'token sk-live-1\n' })
  const memoryId = await stores.memoryAt(id, '/a.md')
  await stores.write(id, '/a.md', 'clean\n')
  await lookFor(page, 'nowhere-to-be-found', id)
  await expect(page.getByText('No matches. Nothing to redact.')).toBeVisible()

  await open(page, `/stores/${id}?memory=${memoryId}`)
  await versionsOf(page).getByRole('link', { name: /v1$/ }).click()
  await expect(memoryPane(page)).toContainText('sk-live-1')
  await memoryPane(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Redact…' }).click()
  const asked = page.getByRole('dialog', { name: 'Redact v1' })
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Redact v1' }).click()
  await expect(
    page.getByText('v1 was redacted. Its content and path are gone for good.'),
  ).toBeVisible()
  await expect(page.getByText('sk-live-1')).toBeHidden()
  await expectAccessible(page)
})

test('another spelling in the same line is masked, ticked or not', async ({ page, stores }) => {
  const id = await stores.make('Spelt', { '/a.md': `${SECRET} or ${SECRET.toUpperCase()} here\n` })
  await lookFor(page, SECRET, id)
  const line = page.getByRole('region', { name: 'Memories now' }).getByRole('listitem')
  await expect(line).toHaveText('1 sk-l•••• or SK-L•••• here')
})

test('what has it now comes first, and each kind is counted whole', async ({ page, stores }) => {
  const written = Array.from({ length: 21 }, (_, at) => [`/${at}/a.md`, SECRET] as const)
  const id = await stores.make('Many', { ...Object.fromEntries(written), '/now.md': SECRET })
  for (const [at] of written) await stores.write(id, at, 'clean\n')
  await lookFor(page, SECRET, id)
  await expect(page.getByRole('region', { name: 'Memories now' })).toContainText('now.md')
  await expect(page.getByRole('region', { name: 'Earlier versions' })).toContainText('versions21')
})

test('another store is looked through before anything is redacted', async ({ page, stores }) => {
  const text = 'told-in-two-stores'
  const id = await stores.make('One of two', { '/a.md': text })
  const other = await stores.make('The other', { '/b.md': text })
  await stores.memories.delete(await stores.memoryAt(other, '/b.md'), { memory_store_id: other })
  const letGo = await holdActs(page, '**/redact*')
  await lookFor(page, text, id)
  await page.getByRole('combobox').selectOption('')
  letGo()
  await expect(page.getByRole('button', { name: 'Redact 2 matches…' })).toBeVisible()
  // A memory that is deleted is told by where it was.
  const earlier = page.getByRole('region', { name: 'Earlier versions' })
  await expect(earlier).toContainText(/b\.md\s*Deleted/)
  await page.getByRole('combobox').selectOption(id)
  await expect(page.getByRole('button', { name: 'Redact 1 match…' })).toBeVisible()
})

test('the list shows what becomes of a redaction, and where it was, also once that is gone', async ({
  page,
  stores,
}) => {
  const text = 'in-a-store-that-goes'
  const id = await stores.make('Goes away', { '/a.md': text })
  await lookFor(page, text, id)
  await page.getByRole('button', { name: 'Redact 1 match…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redact 1 match' }).click()
  await page.waitForURL(/redactions\/job/)
  const receipt = new URL(page.url()).pathname
  await open(page, '/redactions')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Goes away' })
  await expect(row).toContainText('Gone', { timeout: 30_000 })
  await stores.delete(id)
  // Its rows go after it.
  await expect(async () => {
    await open(page, receipt)
    await expect(page.getByRole('heading', { name: 'The text is gone' })).toBeVisible()
    expect(await page.getByText('a store that is gone').count()).toBe(1)
  }).toPass()
})
