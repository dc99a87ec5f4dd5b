import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { nameMoment } from './name-moment'
import { open } from './open'

const LINES = ['one', 'two', 'three', 'four', 'five', 'six']
const text = (change: Record<number, string> = {}) =>
  LINES.map((line, at) => `${change[at + 1] ?? line}\n`).join('')

test('a store is branched, both go on, and by keys alone the branch is merged back', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Notes' })
  const both = await memoryStores.memories.create(id, { path: '/both.md', content: text() })
  await memoryStores.memories.create(id, { path: '/fits.md', content: text() })
  await open(page, `/stores/${id}/branches`)
  await expect(page.getByRole('textbox', { name: 'Name of the branch' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('try-it')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'try-it', level: 1 })).toBeVisible()
  const branchId = new URL(page.url()).pathname.split('/')[2] ?? ''
  expect(branchId).not.toBe(id)

  await open(page, `/stores/${branchId}/merge`)
  await expect(page.getByText('Nothing to merge')).toBeVisible()
  const { data } = await memoryStores.memories.list(branchId)
  const idAt = (path: string) =>
    data.flatMap((each) => (each.type === 'memory' && each.path === path ? each.id : []))[0] ?? ''
  const change = (memoryId: string, storeId: string, content: string) =>
    memoryStores.memories.update(memoryId, { memory_store_id: storeId, content })
  await change(idAt('/both.md'), branchId, text({ 2: 'two of the branch', 6: 'six of the branch' }))
  await change(idAt('/fits.md'), branchId, text({ 1: 'one of the branch' }))
  await memoryStores.memories.create(branchId, { path: '/new.md', content: 'new\n' })
  await change(both.id, id, text({ 2: 'two of the store' }))

  await open(page, `/stores/${branchId}`)
  await page.getByRole('link', { name: /^Merge…/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'One place needs you.' })).toBeVisible()
  await expect(page.getByText('3 hunks fit by themselves.')).toBeVisible()
  const place = page.getByRole('region', { name: 'A place that both changed' })
  await expect(place).toContainText('two of the store')
  await expect(place).toContainText('two of the branch')
  const run = page.getByRole('button', { name: /^Merge/ })
  await expect(run).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)

  await page.keyboard.press('ArrowRight')
  await expect(place).toContainText('As in this branch')
  await page.keyboard.press('b')
  await expect(page.getByRole('heading', { name: 'No conflict is open.' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: 'A place that fits' })).toContainText(
    'one of the branch',
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(
    page.getByRole('heading', { name: '3 memories were merged into Notes.' }),
  ).toBeFocused()
  await expectAccessible(page)
  expect((await memoryStores.memories.list(id, { view: 'full' })).data).toMatchObject([
    {
      path: '/both.md',
      content: text({ 2: 'two of the store\ntwo of the branch', 6: 'six of the branch' }),
    },
    { path: '/fits.md', content: text({ 1: 'one of the branch' }) },
    { path: '/new.md', content: 'new\n' },
  ])

  await page.getByRole('button', { name: 'Delete branch…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('All that was changed in it is merged.')
  await dialog.getByRole('button', { name: 'Delete branch' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/stores/${id}`)
})

test('a merge that is another by now is not made, says so, and shows what it is now', async ({
  page,
  memoryStores,
  request,
}) => {
  const { id } = await memoryStores.create({ name: 'Notes' })
  const a = await memoryStores.memories.create(id, { path: '/a.md', content: text() })
  const made = await request.post(`/v1/memory_stores/${id}/branches`, { data: { name: 'try' } })
  const branchId = String(((await made.json()) as { id: string }).id)
  await memoryStores.memories.create(branchId, { path: '/b.md', content: 'b\n' })
  await open(page, `/stores/${branchId}/merge`)
  await expect(page.getByRole('heading', { name: 'No conflict is open.' })).toBeVisible()
  const { data } = await memoryStores.memories.list(branchId)
  const own = data.flatMap((each) =>
    each.type === 'memory' && each.path === '/a.md' ? each.id : [],
  )
  const change = (memoryId: string, storeId: string, line: string) =>
    memoryStores.memories.update(memoryId, { memory_store_id: storeId, content: text({ 3: line }) })
  await change(own[0] ?? '', branchId, 'three of the branch')
  await change(a.id, id, 'three of the store')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/The plan changed; nothing was done/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'One place needs you.' })).toBeVisible()
  await page.keyboard.press('e')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('three of both')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('As edited')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(
    page.getByRole('heading', { name: '2 memories were merged into Notes.' }),
  ).toBeFocused()
  expect((await memoryStores.memories.list(id, { view: 'full' })).data).toMatchObject([
    { path: '/a.md', content: text({ 3: 'three of both' }) },
    { path: '/b.md', content: 'b\n' },
  ])
})

test('a branch is not deleted once it has more than was shown', async ({
  page,
  memoryStores,
  request,
}) => {
  const { id } = await memoryStores.create({ name: 'Notes' })
  await memoryStores.memories.create(id, { path: '/a.md', content: text() })
  const made = await request.post(`/v1/memory_stores/${id}/branches`, { data: { name: 'try' } })
  const branchId = String(((await made.json()) as { id: string }).id)
  await open(page, `/stores/${branchId}/merge`)
  await expect(page.getByText('Nothing to merge')).toBeVisible()
  await memoryStores.memories.create(branchId, { path: '/late.md', content: 'late\n' })
  await page.getByRole('button', { name: 'Delete branch…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete branch' }).click()
  await expect(dialog.getByRole('alert')).toContainText('nothing was deleted')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open(page, `/stores/${branchId}/merge`)
  await expect(page.getByRole('heading', { name: 'No conflict is open.' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete branch…' }).click()
  await expect(page.getByRole('dialog')).toContainText('One change')
})

test('a session is tried on a branch of its store by one switch', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Notes' })
  await open(page, `/sessions/new?store=${id}`)
  await page.getByRole('switch', { name: 'Try it on a branch' }).click()
  await page.getByRole('textbox', { name: 'First message' }).fill('Task 13')
  await page.getByRole('button', { name: /^Start on a branch/ }).click()
  await expect(page).toHaveURL(/\/sessions\/sesn_/)
  const names: string[] = []
  for await (const { name } of memoryStores.list()) names.push(name)
  expect(names.sort()).toEqual(['Notes', 'try-task-13'])
})

test('a session finds its store as it was at a named moment, and that can be undone', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Notes' })
  const a = await memoryStores.memories.create(id, { path: '/a.md', content: 'released\n' })
  await nameMoment(page, { storeId: id, sequence: 1, name: 'the release' })
  await memoryStores.memories.update(a.id, { memory_store_id: id, content: 'later, and longer\n' })

  await open(page, `/sessions/new?store=${id}`)
  const from = page.getByRole('combobox', { name: 'From' })
  const seesFirst = page.getByRole('complementary', { name: 'What the agent sees first' })
  await expect(from).toHaveText('As it is now')
  await expect(seesFirst).toContainText(/18B\s+\/memories\/a\.md/)
  await from.click()
  await page.getByRole('option', { name: 'the release' }).click()
  await expect(seesFirst).toContainText(/\b9B\s+\/memories\/a\.md/)
  await expect(page.getByText('Before the session starts, the store is restored')).toBeVisible()
  await page.getByRole('switch', { name: 'Try it on a branch' }).click()
  await expect(page.getByText('The branch starts from this.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Try it on a branch' }).click()
  await page.getByRole('textbox', { name: 'First message' }).fill('Task 13')
  await page.getByRole('button', { name: /^Start/ }).click()
  await expect(page).toHaveURL(/\/sessions\/sesn_/)
  const { data } = await memoryStores.memoryVersions.list(id)
  expect(data.map(({ operation }) => operation)).toEqual(['modified', 'modified', 'created'])
  expect((await memoryStores.memories.list(id, { view: 'full' })).data).toMatchObject([
    { path: '/a.md', content: 'released\n' },
  ])
})
