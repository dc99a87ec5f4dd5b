import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { type PostgresqlServer, startPostgresql } from '@/tests/support/postgresql-server'
import { endApplication, expect, startApplication, test } from './fixtures'
import { open } from './open'
import { memoryPane, versionsOf } from './parts'

test.use({ refused: /./ })

test('while the database’s file is away an act says so, what was typed stays, and is saved once it is back', async ({
  page,
  application,
}) => {
  const file = path.join(application.dataDir, 'palimpsest.db')
  const ready = async () => (await fetch(`${application.url}/readyz`)).status
  await open(page, '/stores')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New store' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kept')
  renameSync(file, `${file}.away`)
  try {
    await dialog.getByRole('button', { name: 'Create store' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The database file was deleted, moved')
    await expect.poll(ready).toBe(503)
  } finally {
    if (existsSync(`${file}.away`)) renameSync(`${file}.away`, file)
  }
  await expect.poll(ready).toBe(200)
  await dialog.getByRole('button', { name: 'Create store' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kept' })).toBeVisible()
})

/** The application on a PostgreSQL server that can fall; null where there is none. */
const onPostgresql = test.extend<object, { postgresql: PostgresqlServer | null }>({
  postgresql: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      // What a server acknowledges it has, also when it falls; the machine does not.
      const server = await startPostgresql(['fsync=off', 'autovacuum=off']).catch(() => null)
      await use(server)
      await server?.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  application: [
    async ({ postgresql }, use) => {
      const application = await startApplication({ DATABASE_URL: postgresql?.url ?? '' })
      await use(application)
      await endApplication(application)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

onPostgresql(
  'while PostgreSQL is away an act and a page say so, what was typed stays, and is saved once it is back',
  async ({ page, postgresql, application, stores }) => {
    test.skip(postgresql === null, 'this machine has no PostgreSQL')
    const ready = async () => (await fetch(`${application.url}/readyz`)).status
    const id = await stores.make('Kept', { '/a.md': 'a\n' })
    const memory = `/stores/${id}?memory=${await stores.memoryAt(id, '/a.md')}`
    await open(page, `${memory}&view=edit`)
    await expect(page.getByRole('textbox', { name: 'Text of the memory' })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.type('typed ')
    await postgresql?.fall()
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await expect(memoryPane(page).getByRole('alert')).toHaveText('Can’t reach the database.')
    const other = await page.context().newPage()
    expect((await open(other, memory))?.status()).toBe(503)
    const said = other.getByRole('heading', { level: 1, name: 'Can’t reach the database.' })
    await expect(said).toBeVisible()

    await postgresql?.rise()
    await expect.poll(ready).toBe(200)
    await expect(memoryPane(other)).toContainText('a')
    await other.close()
    await save.click()
    await expect(versionsOf(page).getByRole('checkbox')).toHaveCount(2)
    expect(await stores.contentAt(id, '/a.md')).toBe('typed a\n')
    expect((await stores.memoryVersions.list(id)).data).toHaveLength(2)
  },
)

test('an upload that is answered in words of a program between is said to have failed, and a job’s end is asked for again', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Between')
  await open(page, `/stores/${id}/seed`)
  await page.route('**/import?*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<p>Bad gateway' }),
  )
  const file = { name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('a') }
  await page.getByLabel('Choose files…').setInputFiles(file)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('The server doesn’t answer.')
  await page.route('**/job?*', (route) => route.abort(), { times: 4 })
  await open(page, `/stores/${id}/settings`)
  await page.getByRole('button', { name: 'Copy…' }).click()
  await page.getByRole('button', { name: 'Copy store' }).click()
  await expect(page.getByRole('link', { name: 'Open the copy' })).toBeVisible({ timeout: 15_000 })
})

test('a question asked again does not say why it was not done before', async ({ page, stores }) => {
  const id = await stores.make('Asked again')
  await open(page, `/stores/${id}/settings`)
  await page.route('**/settings', (route) => route.abort())
  await page.getByRole('button', { name: 'Archive…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive Asked again?' })
  await dialog.getByRole('button', { name: 'Archive store' }).click()
  await expect(dialog.getByRole('alert')).toContainText('No answer came.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Archive…' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('alert')).toBeHidden()
})

test('what is looked for and gets no answer stays, and is looked for again', async ({ page }) => {
  await open(page, '/redact')
  await page.keyboard.type('somewhere')
  await page.keyboard.press('Enter')
  const found = page.getByText('0 matches')
  await expect(found).toBeAttached()
  const why = page.getByRole('main').getByRole('alert')
  await page.route(/./, (route) => route.abort())
  await page.keyboard.press('Enter')
  await expect(why).toHaveText('The server doesn’t answer.')
  await expect(found).toHaveCount(0)
  await page.unrouteAll()
  await page.route('**/redact', (route) => {
    const headers = { ...route.request().headers(), 'next-action': '0'.repeat(42) }
    return route.continue({ headers })
  })
  await page.keyboard.press('Enter')
  await expect(why).toContainText('Palimpsest was updated')
  await page.unrouteAll()
  await page.keyboard.press('Enter')
  await expect(found).toBeAttached()
})

test('what is loaded when it is asked for comes once the server answers, and the page stays', async ({
  page,
}) => {
  await open(page, '/redact')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('typed')
  await page.route(/./, (route) => route.abort())
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(request.url()))
  await page.keyboard.press('ControlOrMeta+k')
  const scripts = () => failed.filter((url) => url.endsWith('.js')).length
  await expect.poll(scripts).toBeGreaterThan(2)
  await page.unrouteAll()
  await page.getByRole('dialog').press('Escape')
  await expect(text).toHaveValue('typed')
})

test('a page whose scripts are cut off at first asks for them again', async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort(), { times: 30 })
  await open(page, '/stores')
  // Each once a time: after twenty seconds without a server there were 14,000.
  expect(await page.locator('script[src]').count()).toBeLessThan(60)
})
