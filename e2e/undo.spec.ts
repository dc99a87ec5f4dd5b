import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

test('two moments of a store are compared, and what lies between is taken back after its plan', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Between' })
  const a = await memoryStores.memories.create(id, { path: '/a.md', content: 'one\ntwo\n' })
  const b = await memoryStores.memories.create(id, { path: '/b.md', content: 'bee\n' })
  await memoryStores.memories.update(a.id, { memory_store_id: id, content: 'one\n2\n' })
  await memoryStores.memories.update(b.id, { memory_store_id: id, path: '/moved/b.md' })
  await memoryStores.memories.create(id, { path: '/c.md', content: 'sea\n' })
  await open(page, `/stores/${id}?at=2`)
  await page.getByRole('link', { name: 'What changed since' }).click()
  const files = page.getByRole('navigation', { name: 'Changed memories' }).getByRole('link')
  await expect(files).toHaveCount(3)
  await files.filter({ hasText: 'b.md' }).click()
  await expect(page.getByRole('heading', { name: '/b.md → /moved/b.md' })).toBeVisible()

  await page.getByRole('link', { name: 'Undo these changes…' }).click()
  await expect(page.getByRole('heading', { name: 'Undo changes 3 to 5' })).toBeVisible()
  const plan = page.getByRole('list', { name: 'Will change' })
  await expect(plan.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo in 3 memories' }).click()
  await expect(page.getByRole('heading', { name: 'Undone in 3 memories.' })).toBeFocused()
  await expect(plan).toHaveCount(0)
  await expect(page.getByRole('list', { name: /^Changed/ }).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/a.md', content: 'one\ntwo\n' },
    { path: '/b.md', content: 'bee\n' },
  ])
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Undo in 3 memories' }).click()
  await expect(page.getByText('Undone in 3 memories.')).toBeVisible()
  expect((await memoryStores.memories.list(id)).data).toMatchObject([
    { path: '/a.md' },
    { path: '/c.md' },
    { path: '/moved/b.md' },
  ])
})

test('a plan that is no longer true is not carried out, and what others changed is left alone', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Stale' })
  const a = await memoryStores.memories.create(id, { path: '/a.md', content: 'one\n' })
  const { data } = await memoryStores.memoryVersions.list(id)
  await open(page, `/stores/${id}/undo?version=${data[0]?.id}`)
  const run = page.getByRole('button', { name: /^Undo in/ })
  await expect(run).toBeEnabled()
  await memoryStores.memories.update(a.id, { memory_store_id: id, content: 'somebody else\n' })
  await run.click()
  await expect(page.getByText(/The plan changed; nothing was done/)).toBeVisible()
  const since = page.getByRole('list', { name: 'Changed since by others' })
  await expect(since.getByRole('listitem')).toHaveCount(1)
  expect((await memoryStores.memories.list(id, { view: 'full' })).data).toMatchObject([
    { content: 'somebody else\n' },
  ])
  await expect(page.getByText(/^Changed by /)).toBeVisible()
  await expect(page.getByText('Nothing to undo')).toBeVisible()
  await expect(run).toBeHidden()
  await page.getByRole('link', { name: 'Undo these too…' }).click()
  await run.click()
  await expect(page.getByText('Undone in 1 memory.')).toBeVisible()
  expect((await memoryStores.memories.list(id)).data).toEqual([])
  // By then there is nothing left that one could merge.
  await expect(page.getByRole('link', { name: 'Merge by hand…' })).toHaveCount(0)
})

test('of two sessions that append to one memory one is taken back, and the other’s lines stay', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Two writers' })
  const log = await memoryStores.memories.create(id, { path: '/log.md', content: 'log\n' })
  const write = (content: string) =>
    memoryStores.memories.update(log.id, { memory_store_id: id, content })
  await write('log\nfirst\n')
  const { memory_version_id } = await write('log\nfirst\nsecond\n')
  await write('log\nfirst\nsecond\nthird\n')
  await open(page, `/stores/${id}/undo?version=${memory_version_id}`)
  await expect(page.getByRole('list', { name: 'Will change' })).toContainText('−1')
  await expect(page.getByRole('region', { name: 'Difference' })).toContainText('second')
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory.')).toBeFocused()
  const { content } = await memoryStores.memories.retrieve(log.id, { memory_store_id: id })
  expect(content).toBe('log\nfirst\nthird\n')
})

test('lines that somebody else changed since are merged by hand in the editor', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'By hand' })
  const made = await memoryStores.memories.create(id, { path: '/a.md', content: 'a\nm\nz\n' })
  const write = (content: string) =>
    memoryStores.memories.update(made.id, { memory_store_id: id, content })
  const { memory_version_id } = await write('A\nm\nZ\n')
  await write('AA\nm\nZ\n')
  await open(page, `/stores/${id}/undo?version=${memory_version_id}`)
  await page.getByRole('link', { name: 'Merge by hand…' }).click()
  await expect(page.getByText('Others changed these lines.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take all: As it is now' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Merged and saved.' })).toBeFocused()
  const { content } = await memoryStores.memories.retrieve(made.id, { memory_store_id: id })
  expect(content).toBe('AA\nm\nz\n')
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory.')).toBeFocused()
})

test('one memory of a plan is left out by a key, and stays as it is', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Left out' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'one\n' })
  await memoryStores.memories.create(id, { path: '/b.md', content: 'bee\n' })
  await open(page, `/stores/${id}/undo?from=0&to=2`)
  await expect(page.getByRole('button', { name: 'Undo in 2 memories' })).toBeVisible()
  await expectAccessible(page)
  const difference = page.getByRole('region', { name: 'Difference' })
  await expect(difference).toContainText('one')
  await page.keyboard.press('j')
  await expect(difference).toContainText('bee')
  await page.keyboard.press('k')
  await expect(difference).toContainText('one')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Include /a.md' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory.')).toBeFocused()
  const left = page.getByRole('list', { name: '1 memory stays as it is.' })
  await expect(left).toHaveText(/a\.md\s*left out by you/)
  expect((await memoryStores.memories.list(id)).data).toMatchObject([{ path: '/a.md' }])
})

test('what stays as it is is counted whole, and named afterwards with its reason', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'What stays' })
  const b = await memoryStores.memories.create(id, { path: '/b.md', content: 'bee\n' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'one\n' })
  await memoryStores.memories.create(id, { path: '/c.md', content: 'sea\n' })
  await memoryStores.memories.update(b.id, { memory_store_id: id, content: 'wasp\n' })
  await memoryStores.memories.update(b.id, { memory_store_id: id, content: 'somebody else\n' })
  await open(page, `/stores/${id}/undo?from=1&to=4`)
  await expect(page.getByText('1 left alone', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Include /a.md' }).uncheck()
  await expect(page.getByText('2 left alone', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory.')).toBeFocused()
  const left = page.getByRole('list', { name: '2 memories stay as they are.' })
  await expect(left.getByRole('listitem')).toHaveText([
    /a\.md\s*left out by you/,
    /b\.md\s*others changed the same lines since/,
  ])
  await left.getByRole('link', { name: 'Merge by hand…' }).click()
  await expect(page.getByText('Others changed these lines.')).toBeVisible()
})

test('to undo what stays too is offered only of what others changed', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Only left out' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'one\n' })
  const b = await memoryStores.memories.create(id, { path: '/b.md', content: 'bee\n' })
  await open(page, `/stores/${id}/undo?from=0&to=2&without=${b.id}`)
  await expect(page.getByText('1 left alone', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Undo these too…' })).toHaveCount(0)
})
