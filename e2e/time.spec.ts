import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload, walkTo } from './open'

test('the whole store is seen as it was, step by step, and restored to a moment after its plan', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Time' })
  const a = await memoryStores.memories.create(id, { path: '/a.md', content: 'first\n' })
  await memoryStores.memories.create(id, { path: '/b.md', content: 'second memory\n' })
  await memoryStores.memories.update(a.id, { memory_store_id: id, content: 'changed\n' })
  await open(page, `/stores/${id}?path=/a.md`)
  const bar = page.getByRole('region', { name: 'Time' })
  const slider = bar.getByRole('slider', { name: 'Moment' })
  const tree = page.getByRole('tree', { name: 'Memories' })
  const content = page.getByRole('list', { name: 'Content' })
  await expect(bar).toContainText('change 3')
  await expect(content).toHaveText('changed')

  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bar).toContainText('change 2')
  await expect(content).toHaveText('first')
  await expect(page).toHaveURL(/at=2/)
  // What came later stays in the history, and is told apart.
  const versions = page.getByRole('list', { name: 'Versions' })
  await expect(versions.getByRole('link', { name: /v2 after this moment/ })).toBeVisible()
  await expect(versions.locator('[aria-current=true]')).toHaveText(/v1$/)
  await expect(page.getByText('v1 · 1 newer version')).toBeVisible()
  // The page shows the arrows as its keys: they need no focus on the slider.
  await page.getByRole('main').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bar).toContainText('change 1')
  await expect(tree.getByRole('treeitem', { name: /^b\.md/ })).toBeHidden()
  await expect(tree.getByRole('treeitem', { name: /^a\.md/ })).toBeVisible()
  await reload(page)
  await expect(content).toHaveText('first')

  await page.getByRole('link', { name: 'Restore store to here…' }).click()
  const plan = page.getByRole('list', { name: 'Will change' })
  await expect(plan.getByRole('listitem')).toHaveText([/a\.md/, /b\.md/])
  await expect(page.getByRole('region', { name: 'Difference' })).toContainText('changed')
  await expectAccessible(page)
  await memoryStores.memories.update(a.id, { memory_store_id: id, content: 'meanwhile\n' })
  const run = page.getByRole('button', { name: 'Restore 2 memories' })
  await run.click()
  await expect(page.getByText(/The plan changed; nothing was done/)).toBeVisible()
  const { content: kept } = await memoryStores.memories.retrieve(a.id, { memory_store_id: id })
  expect(kept).toBe('meanwhile\n')
  await run.click()
  await expect(page.getByRole('heading', { name: '2 memories were restored.' })).toBeFocused()
  await page.getByRole('link', { name: 'Open the store' }).click()
  await expect(bar).toContainText('change 6')
  await expect(tree.getByRole('treeitem', { name: /^b\.md/ })).toBeHidden()
  await walkTo(page, `/stores/${id}?memory=${a.id}`)
  await expect(content).toHaveText('first')
})

test('one memory is left out of restoring a store, and stays as it is', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'All but one' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'a\n' })
  await memoryStores.memories.create(id, { path: '/b.md', content: 'b\n' })
  await open(page, `/stores/${id}/restore?at=0`)
  await page.getByRole('checkbox', { name: 'Include /b.md' }).uncheck()
  await page.getByRole('button', { name: 'Restore 1 memory' }).click()
  await expect(page.getByText('1 memory was restored.')).toBeFocused()
  expect((await memoryStores.memories.list(id)).data).toMatchObject([{ path: '/b.md' }])
  await page.getByRole('link', { name: 'Undo this…' }).click()
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory.')).toBeFocused()
  expect((await memoryStores.memories.list(id)).data).toHaveLength(2)
})

test('a store that is as it was then has nothing to be restored, and says so', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'As it was' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'a\n' })
  await open(page, `/stores/${id}/restore?at=1`)
  await expect(page.getByText('The store is already as it was then')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
})

test('before the first change there is nothing, and End leads back to now', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Beginning' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'x' })
  await open(page, `/stores/${id}`)
  const slider = page.getByRole('slider', { name: 'Moment' })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Before the first change').first()).toBeVisible()
  await expect(page.getByText('No memories yet.')).toBeVisible()
  await slider.focus()
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Now')
  await expect(page).toHaveURL(new RegExp(`/stores/${id}$`))
  await page.keyboard.press('Home')
  await expect(page.getByText('No memories yet.')).toBeVisible()
  await expect(slider).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Now')
})

test('keys that follow each other quickly each count, and the past plays to now', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Film' })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await memoryStores.memories.create(id, { path: `/${name}.md`, content: name })
  }
  await open(page, `/stores/${id}`)
  const bar = page.getByRole('region', { name: 'Time' })
  const slider = bar.getByRole('slider', { name: 'Moment' })
  await expect(page.getByRole('tree', { name: 'Memories' })).toHaveAttribute('aria-busy', 'false')
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(bar).toContainText('change 3')
  await page.keyboard.press('Space')
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(bar).toContainText('change 6')
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible()
  await bar.getByRole('button', { name: 'Play' }).click()
  await bar.getByRole('combobox', { name: 'Speed' }).click()
  await page.getByRole('option', { name: '1 change a second', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible()
  await expectAccessible(page)
})

test('a moment is named, jumped to, renamed, and its name taken away and brought back', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Names' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'a' })
  await memoryStores.memories.create(id, { path: '/b.md', content: 'b' })
  await open(page, `/stores/${id}?at=1`)
  const bar = page.getByRole('region', { name: 'Time' })
  const field = bar.getByRole('textbox', { name: 'Name of this moment' })
  await bar.getByRole('button', { name: 'Name this moment' }).click()
  await expect(field).toBeFocused()
  await page.keyboard.type('before b')
  await page.keyboard.press('Enter')
  await expect(bar.getByText('before b', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(bar).toContainText('change 2')
  await bar.getByRole('button', { name: 'Name this moment' }).click()
  await field.fill('before b')
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('alert')).toHaveText(/Another moment is already called/)
  await expect(field).toHaveValue('before b')
  await page.keyboard.press('Escape')
  await bar.getByRole('link', { name: 'before b' }).click()
  await expect(bar).toContainText('change 1')

  await bar.getByRole('button', { name: 'Remove name' }).click()
  await bar.getByRole('button', { name: 'Bring “before b” back' }).click()
  await expect(bar.getByRole('button', { name: 'Remove name' })).toBeVisible()
})
