import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

test('a memory is kept from agents with a reason, marked, and released again', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Guarded' })
  const memory = await memoryStores.memories.create(id, { path: '/plan.md', content: 'One.\n' })
  const served = () =>
    memoryStores.memories.retrieve(memory.id, { memory_store_id: id, view: 'full' })
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'Two.\n' })
  await open(page, `/stores/${id}?memory=${memory.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Quarantine…' }).click()
  await page.getByLabel('Reason').fill('It came from a web page.')
  await page.getByRole('button', { name: 'Quarantine', exact: true }).click()
  const note = page.getByRole('note').filter({ hasText: 'In quarantine' })
  await expect(note).toContainText('Agents get version 1 instead.')
  await expect(note).toContainText('It came from a web page.')
  await expect(page.getByRole('treeitem', { name: /In quarantine/ })).toBeVisible()
  expect((await served()).content).toBe('One.\n')
  await expectAccessible(page)
  await note.getByRole('button', { name: 'Release' }).click()
  await expect(note).toBeHidden()
  expect((await served()).content).toBe('Two.\n')
})

test('a hunk’s menu keeps its memory from agents, and accepting it releases it', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Judged' })
  const memory = await memoryStores.memories.create(id, { path: '/plan.md', content: 'One.\n' })
  await open(page, `/review?store=${id}`)
  await expect(page.getByText('Checking…')).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/review\/chgset_/)
  await page.getByRole('button', { name: 'More about this change' }).click()
  await page.getByRole('menuitem', { name: 'Quarantine' }).click()
  await expect(page.getByText('in quarantine', { exact: true })).toBeVisible()
  const found = memoryStores.memories.retrieve(memory.id, { memory_store_id: id })
  await expect(found).rejects.toThrow(/404/)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(page.getByText('in quarantine', { exact: true })).toBeHidden()
  // What is decided folds at once; the server hears of it after that.
  await expect(async () => {
    await memoryStores.memories.retrieve(memory.id, { memory_store_id: id })
  }).toPass()
})
