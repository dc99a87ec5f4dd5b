import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from './fixtures'
import { open } from './open'

test.use({ refused: /./ })

test('while the database is away pages say so, and come back by themselves', async ({
  page,
  application,
}) => {
  const file = path.join(application.dataDir, 'palimpsest.db')
  const ready = async () => (await fetch(`${application.url}/readyz`)).status
  await open(page, '/stores')
  renameSync(file, `${file}.away`)
  try {
    await expect.poll(ready, { timeout: 20_000 }).toBe(503)
    await page.goto('/stores')
    await expect(page.getByText(/^The database file was deleted, moved or replaced/)).toBeVisible()
    const answer = await fetch(`${application.url}/v1/memory_stores`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Nowhere"}',
    })
    expect(answer.status).toBe(503)
    renameSync(`${file}.away`, file)
    await expect(page.getByRole('button', { name: 'New store' })).toBeVisible({ timeout: 20_000 })
  } finally {
    if (existsSync(`${file}.away`)) renameSync(`${file}.away`, file)
  }
})
