import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'
import { memoryPane, rowOf, toast, versionsOf } from './parts'

test('an older version is compared and restored, and that is undone', async ({ page, stores }) => {
  const id = await stores.make('Versions', { '/a.md': 'first\n' })
  for (const content of ['second\n', 'third\n']) await stores.write(id, '/a.md', content)
  await open(page, `/stores/${id}?memory=${await stores.memoryAt(id, '/a.md')}`)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByText('Select one more')).toBeVisible()
  await expect(versionsOf(page).getByRole('checkbox', { name: 'Select v3' })).toBeChecked()
  await versionsOf(page).getByRole('checkbox', { name: 'Select v1' }).check()
  await page.getByRole('button', { name: 'Compare v1 and v3' }).click()
  await expect(page.getByText('v1 compared with v3')).toBeVisible()
  await expect(page.getByRole('group', { name: '1 line added, 1 line removed' })).toBeVisible()

  await versionsOf(page).getByRole('link', { name: /v1$/ }).click()
  await expect(memoryPane(page)).toContainText('first')
  await expectAccessible(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys on this page' }).press('Escape')
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(toast(page, 'v1 restored.')).toBeVisible()
  expect(await stores.contentAt(id, '/a.md')).toBe('first\n')
  await page.keyboard.press('z')
  await expect(toast(page, 'Undone')).toBeVisible()
  expect(await stores.contentAt(id, '/a.md')).toBe('third\n')
  await expect(memoryPane(page)).toContainText('third')

  await versionsOf(page).getByRole('link', { name: /v3$/ }).click()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(toast(page, 'v3 restored.')).toBeVisible()
  // The memory held that already. Toasts go by themselves: while it stands.
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})

test('a deleted memory is brought back under its own id', async ({ page, stores }) => {
  const id = await stores.make('Deleted', { '/a.md': 'kept\n', '/b.md': 'b\n' })
  const memoryId = await stores.memoryAt(id, '/a.md')
  await open(page, `/stores/${id}?memory=${memoryId}`)
  await expect(page).toHaveTitle('/a.md · Deleted · Palimpsest')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(toast(page, 'Deleted /a.md. Its versions stay.')).toBeVisible()
  await expect(memoryPane(page)).toContainText('Deleted with v2')
  await expect(memoryPane(page)).toContainText('/a.md')
  await expect(memoryPane(page)).toContainText('kept')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Bring the memory back' }).click()
  await expect(rowOf(page, /^a\.md/)).toBeVisible()
  await expect(page.getByText('Deleted with v2')).toBeHidden()
  const memory = await stores.memories.retrieve(memoryId, { memory_store_id: id, view: 'full' })
  expect(memory).toMatchObject({ id: memoryId, path: '/a.md', content: 'kept\n' })
  const { data } = await stores.memoryVersions.list(id, { memory_id: memoryId })
  // Until it is not among the versions that are listed.
  for (let n = 0; n < 50; n++) await stores.write(id, '/a.md', `${n}\n`)
  await open(page, `/stores/${id}?memory=${memoryId}&version=${data[1]?.id}`)
  await expect(memoryPane(page)).toContainText(/Deleted with v2[^]*kept/)
})

test('the whole store is seen at a moment, the moment named, and the store restored to it but for one memory', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Times', { '/a.md': 'a as it was\n', '/b.md': 'b as it was\n' })
  await stores.memories.create(id, { path: '/c.md', content: 'came later\n' })
  for (const path of ['/a.md', '/b.md']) await stores.write(id, path, `${path} spoilt\n`)
  await open(page, `/stores/${id}?path=/a.md`)
  const time = page.getByRole('region', { name: 'Time', exact: true })
  await expect(time.getByRole('status')).toContainText('change 5 of 5')
  await time.getByRole('slider', { name: 'Moment' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/at=4/)
  await time.getByRole('link', { name: 'Previous change' }).click()
  await expect(page).toHaveURL(/at=3/)
  await time.getByRole('link', { name: 'Previous change' }).click()
  await expect(page).toHaveURL(/at=2/)
  await expect(memoryPane(page)).toContainText('a as it was')
  await expect(rowOf(page, /^c\.md/)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()

  await time.getByRole('button', { name: 'Name this moment' }).click()
  await time.getByRole('textbox', { name: 'Name of this moment' }).fill('Before the fall')
  await page.keyboard.press('Enter')
  const name = time.getByRole('button', { name: 'Before the fall' })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(time.getByRole('textbox', { name: 'Name of this moment' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Restore to here…' }).click()
  const list = page.getByRole('navigation', { name: 'What would change' })
  await expect(list.getByRole('checkbox')).toHaveCount(3)
  await expectAccessible(page)
  await list.getByRole('checkbox', { name: '/b.md' }).uncheck()
  await expect(page.getByText('Changes 2 memories, leaves 1 alone.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore 2 memories' }).click()
  await expect(toast(page, 'Restored 2 memories')).toBeVisible()
  await expect(rowOf(page, /^c\.md/)).toBeHidden()
  expect(await stores.contentAt(id, '/a.md')).toBe('a as it was\n')
  expect(await stores.contentAt(id, '/b.md')).toBe('/b.md spoilt\n')
  await expect(page.getByRole('link', { name: 'Before the fall' }).first()).toBeVisible()
  await page.keyboard.press('z')
  await expect(rowOf(page, /^c\.md/)).toBeVisible()
  expect(await stores.contentAt(id, '/a.md')).toBe('/a.md spoilt\n')
  await open(page, `/stores/${id}`)
  await time.getByRole('slider', { name: 'Moment' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/at=8/)
})

test('a plan that is another by now is shown anew with what was chosen; its undo says what stayed', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Outdated', { '/a.md': 'a\n', '/b.md': 'b\n' })
  await stores.write(id, '/a.md', 'a changed\n')
  await stores.write(id, '/b.md', 'b changed\n')
  await open(page, `/stores/${id}/plan?restore=2`)
  const list = page.getByRole('navigation', { name: 'What would change' })
  await list.getByRole('checkbox', { name: '/b.md' }).uncheck()
  await stores.write(id, '/a.md', 'a changed again\n')
  await page.getByRole('button', { name: 'Restore 1 memory' }).click()
  await expect(page.getByText(/^1 memory was changed meanwhile \(.+\); nothing/)).toBeVisible()
  expect(await stores.contentAt(id, '/a.md')).toBe('a changed again\n')
  await expect(page.getByRole('region', { name: '/a.md' })).toContainText('a changed again')
  await expect(list.getByRole('checkbox', { name: '/b.md' })).not.toBeChecked()
  await list.getByRole('checkbox', { name: '/b.md' }).check()
  // What was not shown is not done, and keeps nothing from being done.
  await stores.memories.create(id, { path: '/c.md', content: 'c' })
  await page.getByRole('button', { name: 'Restore 2 memories' }).click()
  await expect(toast(page, 'Restored 2 memories')).toBeVisible()
  expect(await stores.contentAt(id, '/c.md')).toBe('c')
  await stores.write(id, '/a.md', 'a of somebody else\n')
  await page.keyboard.press('z')
  await expect(toast(page, 'Undone, but for 1 memory that changed since')).toBeVisible()
  expect(await stores.contentAt(id, '/a.md')).toBe('a of somebody else\n')
  expect(await stores.contentAt(id, '/b.md')).toBe('b changed\n')
})

test('of a memory with more versions than are listed each is compared with the one before it', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Long history', { '/a.md': 'version 1\n' })
  const memoryId = await stores.memoryAt(id, '/a.md')
  // An agent reads the first.
  await stores.memories.retrieve(memoryId, { memory_store_id: id, view: 'full' })
  for (let version = 2; version <= 53; version++) {
    const content = `version ${version}\n`
    await stores.memories.update(memoryId, { memory_store_id: id, content })
  }
  const { data } = await stores.memoryVersions.list(id, { memory_id: memoryId, limit: 100 })
  const second = data.at(-2)?.id ?? ''
  await open(page, `/stores/${id}?memory=${memoryId}&version=${second}&diff=before`)
  await expect(page.getByText('v1 compared with v2')).toBeVisible()
  await open(page, `/stores/${id}?memory=${memoryId}&before=${second}&view=blame`)
  await expect(memoryPane(page).getByText('v1 · 52 newer versions')).toBeVisible()
  await open(page, `/stores/${id}?memory=${memoryId}&view=reads`)
  const readers = page.getByRole('table', { name: 'Who read it' })
  await expect(readers.getByRole('link', { name: 'v1', exact: true })).toBeVisible()
})

test('the moment is said by the reader’s clock', async ({ page, stores }) => {
  const id = await stores.make('Far east', { '/a.md': 'a\n', '/b.md': 'b\n' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' })
  await open(page, `/stores/${id}?at=1`)
  const time = page.getByRole('region', { name: 'Time', exact: true })
  const shown = await time.getByRole('status').getByRole('time').innerText()
  await expect(time.getByRole('slider')).toHaveAttribute('aria-valuetext', shown)
  await session.detach()
  await open(page, `/stores/${id}?at=1&path=/b.md`)
  await expect(page.getByText('This memory did not exist yet')).toBeVisible()
})

test('a line of a difference is reached by key, past equal ones', async ({ page, stores }) => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)
  const id = await stores.make('Folded', { '/a.md': `${lines.join('\n')}\n` })
  const memoryId = await stores.memoryAt(id, '/a.md')
  const content = `${lines.join('\n')} changed\n`
  await stores.memories.update(memoryId, { memory_store_id: id, content })
  const { data } = await stores.memoryVersions.list(id, { memory_id: memoryId })
  await open(page, `/stores/${id}?memory=${memoryId}&version=${data[0]?.id}&diff=before`)
  await page.getByRole('link', { name: 'Back to the content' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Line 28' })).toBeFocused()
})
