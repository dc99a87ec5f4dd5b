import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload } from './open'
import { toast } from './parts'

test('settings of a store hold at once and are taken back; what another changed meanwhile is not overwritten', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Settings', { '/a.md': 'a\n' })
  await open(page, `/stores/${id}/settings`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await page.getByRole('button', { name: 'Copy ID' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  await name.fill('Renamed')
  await name.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await stores.retrieve(id)).name).toBe('Renamed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue('Settings')
  expect((await stores.retrieve(id)).name).toBe('Settings')

  const memories = page.getByRole('textbox', { name: 'Memories', exact: true })
  await memories.fill('many')
  await memories.press('Enter')
  await expect(page.getByText('Must be a whole number.')).toBeVisible()
  await expect(memories).toHaveValue('many')
  await expectAccessible(page)
  await memories.fill('1')
  await memories.press('Enter')
  await expect(page.getByText('1 of 1 used')).toBeVisible()
  const second = stores.memories.create(id, { path: '/b.md', content: 'b' })
  await expect(second).rejects.toThrow(/^400 .*limit of 1 memories/)

  await name.fill('Mine')
  await stores.update(id, { name: 'Theirs' })
  await name.press('Enter')
  await expect(page.getByText(/nothing was saved\. Check the new values/)).toBeVisible()
  await expect(name).toHaveValue('Mine')
  expect((await stores.retrieve(id)).name).toBe('Theirs')
})

test('a store is archived, and deleted by its name', async ({ page, stores }) => {
  const id = await stores.make('To be deleted', { '/deep/a.md': 'kept\n' })
  await open(page, `/stores/${id}`)
  await page.getByRole('navigation', { name: 'Pages of this store' }).getByText('Settings').click()
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('For a while')
  await description.press('Tab')
  // While it has the pointer it stands.
  await page.getByText('Saved', { exact: true }).hover()
  await page.getByRole('button', { name: 'Archive…' }).press('Enter')
  const archiving = page.getByRole('dialog', { name: 'Archive To be deleted?' })
  await archiving.getByRole('button', { name: 'Archive store' }).press('Enter')
  await expect(page.getByText(/^Archived on .* nothing can be written/)).toBeVisible()
  // Nothing takes that back, nor what was done before it by the same key.
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible(page)
  for (const address of ['/changes', '/rules', '/tests', '?path=/deep/a.md']) {
    await open(page, `/stores/${id}${address}`)
    await expect(page.getByText(/nothing can be written/)).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()
  await expectAccessible(page)
  await open(page, `/stores/${id}/plan?restore=1`)
  await expect(page.getByText(/nothing can be written/)).toBeVisible()

  await open(page, `/stores/${id}/settings`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete To be deleted?' })
  const button = deleting.getByRole('button', { name: 'Delete store' })
  await deleting.getByRole('textbox').fill('To be')
  await button.click()
  await expect(deleting.getByText('This is not the store’s name.')).toBeVisible()
  expect((await stores.retrieve(id)).id).toBe(id)
  await expectAccessible(page)
  await deleting.getByRole('textbox').fill('To be deleted')
  await button.click()
  await expect(page).toHaveURL('/stores')
  await expect(stores.retrieve(id)).rejects.toThrow(/404/)
})

test('a key of the figures is made for all stores, shown once, opens nothing else, and is revoked', async ({
  page,
  application,
  stores,
}) => {
  await stores.make('Ticked before', {})
  await open(page, '/connections/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  await expectAccessible(page)
  const store = dialog.getByRole('checkbox', { name: 'Ticked before' })
  await store.check()
  await dialog.getByRole('combobox', { name: 'Access' }).selectOption('metrics')
  await expect(store).toBeHidden()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'The key’s secret' })
  const secret = await shown.getByRole('group', { name: 'Secret' }).innerText()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly build' })
  for (const words of ['never used', 'all stores', 'script', 'created here']) {
    await expect(row).toContainText(words)
  }
  await reload(page)
  await expect(page.getByText(secret)).toBeHidden()
  const statusOf = async (route: string) =>
    (await fetch(application.url + route, { headers: { 'x-api-key': secret } })).status
  expect(await statusOf('/metrics')).toBe(200)
  expect(await statusOf('/v1/memory_stores')).toBe(403)
  await row.getByRole('button', { name: 'Revoke Nightly build…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Nightly build revoked')).toBeVisible()
  await expect(row).toBeHidden()
  expect(await statusOf('/metrics')).toBe(401)
})

test('the settings name the database’s file', async ({ page, application }) => {
  await open(page, '/settings')
  const data = page.getByRole('region', { name: 'Data', exact: true })
  await expect(data.getByText('File', { exact: true })).toBeVisible()
  await expect(data).toContainText(`${application.dataDir}/palimpsest.db`)
})

test('a setting that is saved by Enter and then left is saved once, and so is the one after it', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Quick', { '/a.md': 'a\n' })
  await open(page, `/stores/${id}/settings`)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Name').fill('Quicke')
  await page.keyboard.press('Enter')
  await page.keyboard.type('r')
  await expect(toast(page, 'Saved')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('and described')
  await page.keyboard.press('Tab')
  await field('Memories').fill('10')
  await page.keyboard.press('Tab')
  await expect(page.getByText('1 of 10 used')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  expect(await stores.retrieve(id)).toMatchObject({ name: 'Quicker', description: 'and described' })
})
