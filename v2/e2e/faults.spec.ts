import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from './fixtures'
import { open } from './open'

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
