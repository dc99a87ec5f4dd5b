import { expect, test } from './fixtures'
import { openFirstChangeset } from './open'

test('what was made of a wrong memory is found from its hunk, quarantined, and undone', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Reached' })
  const store = { memory_store_id: id }
  const wrong = await memoryStores.memories.create(id, { path: '/wrong.md', content: 'wrong\n' })
  await memoryStores.memories.retrieve(wrong.id, store)
  await memoryStores.memories.create(id, { path: '/made-of-it.md', content: 'as it says\n' })
  await memoryStores.memories.create(id, { path: '/unrelated.md', content: 'something else\n' })

  await openFirstChangeset(page, id)
  const hunk = page.getByRole('region', { name: /^\/wrong\.md/ })
  await hunk.getByRole('button', { name: 'More about this change' }).click()
  await page.getByRole('menuitem', { name: 'Reach' }).click()
  await page.waitForURL(/\/reach\//)
  await expect(page.getByRole('heading', { name: 'Changed afterwards in Reached 2' })).toBeVisible()
  await expect(page.getByText('may have read it')).toBeVisible()

  await page.getByRole('checkbox', { name: /\/made-of-it\.md$/ }).check()
  await expect(page.getByText('1 change selected')).toBeVisible()
  await page.getByRole('button', { name: 'Quarantine' }).click()
  await expect(page.getByText(/^1 memory is in quarantine/)).toBeFocused()
  const { data } = await memoryStores.memories.list(id)
  expect(data.map((each) => each.path)).toEqual(['/unrelated.md', '/wrong.md'])

  await page.getByRole('button', { name: 'Undo these…' }).click()
  await page.waitForURL(/\/undo\?version=/)
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory.')).toBeFocused()
})
