import { expect, test } from './fixtures'
import { open } from './open'

test('operators see whether the database is well, how large it is, and when it was checked', async ({
  page,
}) => {
  await open(page, '/')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page.getByText('The database is healthy.')).toBeVisible()
  await expect(page.getByText('palimpsest.db')).toBeVisible()
  await expect(page.getByText('Scheduled backups')).toBeVisible()
})
