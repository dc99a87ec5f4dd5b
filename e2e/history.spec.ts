import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'

test('any two versions are chosen to be compared, and several to be redacted after a deliberate act', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Versions' })
  const memory = await memoryStores.memories.create(id, { path: '/a.md', content: 'first secret' })
  for (const content of ['second secret', 'third', 'fourth']) {
    await memoryStores.memories.update(memory.id, { memory_store_id: id, content })
  }
  await page.goto(`/stores/${id}?memory=${memory.id}`)
  const versions = page.getByRole('list', { name: 'Versions' })
  const compare = page.getByRole('link', { name: 'Compare v1 and v4' })
  await expect(async () => {
    await versions.getByRole('checkbox', { name: 'Choose v4' }).uncheck()
    await versions.getByRole('checkbox', { name: 'Choose v1' }).uncheck()
    await versions.getByRole('checkbox', { name: 'Choose v4' }).check()
    await versions.getByRole('checkbox', { name: 'Choose v1' }).check()
    await expect(compare).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await compare.click()
  await expect(page.getByText('v1 compared with v4')).toBeVisible()

  await versions.getByRole('checkbox', { name: 'Choose v2' }).check()
  await page.getByRole('button', { name: 'Redact…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Redact 3 versions' })
  await dialog.getByRole('checkbox').check()
  await expect(dialog.getByRole('button', { name: 'Redact 3 versions' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('3')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Redact 3 versions' }).click()
  await expect(dialog.getByText('2 versions were redacted.')).toBeVisible()
  await expect(dialog.getByText(/^v4: This is what the memory holds now/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(versions.getByText('redacted')).toHaveCount(2)
})

test('older versions are shown on request', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Many versions' })
  const memory = await memoryStores.memories.create(id, { path: '/a.md', content: '0' })
  for (let turn = 1; turn <= 60; turn++) {
    await memoryStores.memories.update(memory.id, { memory_store_id: id, content: `${turn}` })
  }
  await page.goto(`/stores/${id}?memory=${memory.id}`)
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(50)
  await page.getByRole('link', { name: 'Show older versions' }).click()
  await expect(versions).toHaveCount(61)
  await expect(page.getByRole('link', { name: 'Show older versions' })).toBeHidden()
})
