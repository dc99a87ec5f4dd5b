import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

test('any two versions are chosen to be compared, and several to be redacted after a deliberate act', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Versions' })
  const memory = await memoryStores.memories.create(id, { path: '/a.md', content: 'first secret' })
  for (const content of ['second secret', 'third', 'fourth']) {
    await memoryStores.memories.update(memory.id, { memory_store_id: id, content })
  }
  await open(page, `/stores/${id}?memory=${memory.id}`)
  const versions = page.getByRole('list', { name: 'Versions' })
  const compare = page.getByRole('link', { name: 'Compare v1 and v4' })
  await versions.getByRole('checkbox', { name: 'Select v4' }).check()
  await versions.getByRole('checkbox', { name: 'Select v1' }).check()
  await expect(compare).toBeVisible()
  await compare.click()
  await expect(page.getByText('v1 compared with v4')).toBeVisible()

  await versions.getByRole('checkbox', { name: 'Select v2' }).check()
  await page.getByRole('button', { name: 'Redact…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Redact 3 versions' })
  await dialog.getByRole('checkbox').check()
  await expect(dialog.getByRole('button', { name: 'Redact 3 versions' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('3')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Redact 3 versions' }).click()
  await expect(dialog.getByText('2 versions were redacted.')).toBeVisible()
  await expect(dialog.getByText(/^v4: This is the memory’s current version/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(versions.getByText('Redacted')).toHaveCount(2)
})

test('older versions are shown on request', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Many versions' })
  const memory = await memoryStores.memories.create(id, { path: '/a.md', content: '0' })
  for (let turn = 1; turn <= 60; turn++) {
    await memoryStores.memories.update(memory.id, { memory_store_id: id, content: `${turn}` })
  }
  await open(page, `/stores/${id}?memory=${memory.id}`)
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(50)
  await page.getByRole('link', { name: 'Older versions' }).click()
  await expect(versions).toHaveCount(61)
  await expect(page.getByRole('link', { name: 'Older versions' })).toBeHidden()
})

test('restoring a version shows first what changes and whose lines go, and can be undone', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Restored' })
  const made = await memoryStores.memories.create(id, { path: '/a.md', content: 'one\n' })
  const update = (content: string) =>
    memoryStores.memories.update(made.id, { memory_store_id: id, content })
  const content = async () =>
    (await memoryStores.memories.retrieve(made.id, { memory_store_id: id })).content
  await update('one\ntwo\nthree\n')
  await open(page, `/stores/${id}?memory=${made.id}&version=${made.memory_version_id}`)
  await page.getByRole('link', { name: 'Restore this version…' }).click()
  await expect(page.getByRole('heading', { name: 'Restore v1' })).toBeVisible()
  const lost = page.getByRole('list', { name: '2 lines will go' })
  await expect(lost.getByRole('listitem')).toHaveText([/Programs without a key: 2 lines/])
  await expect(page.getByRole('region', { name: 'Difference' })).toContainText('−2')
  expect(await content()).toBe('one\ntwo\nthree\n')

  await update('one\ntwo\nthree\nnewer\n')
  const run = page.getByRole('button', { name: 'Restore v1' })
  await run.click()
  await expect(page.getByText(/This memory changed since you looked/)).toBeVisible()
  await expect(page.getByRole('list', { name: '3 lines will go' })).toBeVisible()
  expect(await content()).toBe('one\ntwo\nthree\nnewer\n')

  await run.click()
  await expect(page.getByText('Restored v1.')).toBeFocused()
  expect(await content()).toBe('one\n')
  await page.getByRole('link', { name: 'Undo this…' }).click()
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory.')).toBeFocused()
  expect(await content()).toBe('one\ntwo\nthree\nnewer\n')
})
