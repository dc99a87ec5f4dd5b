import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { holdActs, open } from './open'
import { rowOf, seedLines, toast, treeOf } from './parts'

const rowsOf = (page: Page) => treeOf(page).getByRole('treeitem')
const withPaths = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, path]))

test('by keys alone the tree is walked, filtered, written and undone', async ({ page, stores }) => {
  const paths = withPaths('/a/b/c/2.md', '/a/b/c/10.md', '/two.md', '/x/one.md')
  const id = await stores.make('By keys', paths)
  await open(page, `/stores/${id}`)
  await expect(rowsOf(page)).toHaveText([/^a\/b\/c/, /^x/, /^two\.md/])
  await rowOf(page, /^Folder a\/b\/c/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(rowsOf(page)).toHaveText([/^a\/b\/c/, /^2\.md/, /^10\.md/, /^x/, /^two\.md/])
  await page.keyboard.press('End')
  await expect(rowOf(page, /^two\.md/)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(rowOf(page, /^Folder x/)).toBeFocused()
  await page.keyboard.press('z')
  await expect(rowOf(page, /^two\.md/)).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowLeft')
  await expect(rowOf(page, /^Folder a\/b\/c/)).toBeFocused()

  await page.keyboard.press('f')
  await page.keyboard.type('ONE')
  await expect(rowsOf(page)).toHaveText([/^x/, /^one\.md/])
  await expect(page).toHaveURL(/filter=ONE/)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, /^one\.md/)).toBeFocused()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'New name of one.md' })).toBeFocused()
  await page.keyboard.type('one-b')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, /^one-b\.md/)).toBeFocused()
  const letGo = await holdActs(page, '**/stores/**')
  await page.keyboard.press('Delete')
  // It takes back what is done last, not what was answered last.
  await page.keyboard.press('z')
  letGo()
  // Four were made, two deleted and brought back, one renamed in between.
  const changes = async () => (await stores.memoryVersions.list(id)).data.length
  await expect.poll(changes).toBe(9)
  await page.unrouteAll({ behavior: 'wait' })
  await rowOf(page, /^one-b\.md/).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('No matching paths')).toBeVisible()
  await page.keyboard.press('z')
  await expect(rowOf(page, /^one-b\.md/)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Filter by path' })).toHaveValue('ONE')
})

test('a filter is typed on while agents write and answers are late', async ({ page, stores }) => {
  const id = await stores.make('Typed on', withPaths('/one.md', '/two.md'))
  await open(page, `/stores/${id}`)
  await page.keyboard.press('f')
  await page.keyboard.type('o')
  const letters = [...'ne.md']
  let asked = 0
  await page.route(/_rsc=/, async (route) => {
    if (asked++ % 2 === 0) await page.keyboard.type(letters.shift() ?? '')
    await route.continue()
  })
  await expect(async () => {
    await stores.write(id, '/two.md', `at ${performance.now()}`)
    expect(letters).toEqual([])
  }).toPass()
  await expect(page).toHaveURL(/filter=one\.md/)
  await expect(page.getByRole('searchbox', { name: 'Filter by path' })).toHaveValue('one.md')
  await expect(page.getByRole('searchbox', { name: 'Filter by path' })).toBeFocused()
})

test('what an input method is asked is no key of the page', async ({ page, stores }) => {
  await open(page, `/stores/${await stores.make('Composed', withPaths('/one.md'))}`)
  await rowOf(page, /^one\.md/).focus()
  await page.keyboard.press('F2')
  const name = page.getByRole('textbox', { name: 'New name of one.md' })
  await expect(name).toBeFocused()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 })
  for (const key of ['ArrowDown', 'Enter', 'Escape']) await page.keyboard.press(key)
  await expect(name).toHaveValue('한.md')
})

test('a filter stays while what it found is blamed and edited', async ({ page, stores }) => {
  const id = await stores.make('Filtered', withPaths('/one.md', '/two.md'))
  await open(page, `/stores/${id}?path=/one.md&filter=one`)
  await page.getByRole('switch', { name: 'Blame' }).click()
  await expect(page).toHaveURL(/filter=one&view=blame/)
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/filter=one&view=edit/)
  await expect(rowsOf(page)).toHaveText([/^one\.md/])
})

test('a taken name is told, and a new memory is written in at once', async ({ page, stores }) => {
  const id = await stores.make('Named', withPaths('/a.md', '/b.md'))
  await open(page, `/stores/${id}?path=/a.md`)
  await rowOf(page, /^a\.md/).focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of a.md' }).fill('b.md')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '/b.md' })).toContainText('is taken')
  await expect(page.getByRole('textbox', { name: 'New name of a.md' })).toHaveValue('b.md')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, /^a\.md/)).toBeFocused()
  await expect(page.getByRole('alert').filter({ hasText: '/b.md' })).toBeHidden()
  await page.keyboard.press('F2')
  await page.keyboard.type('z')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/path=%2Fz\.md$/)
  await page.keyboard.press('z')
  await expect(page).toHaveURL(/path=%2Fa\.md$/)
  await rowOf(page, /^a\.md/).focus()
  await page.keyboard.press('n')
  const path = page.getByRole('textbox', { name: 'Path of the new memory' })
  await expect(path).toHaveValue('/')
  await path.fill('/c.md')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text of the memory' })).toBeFocused()
  await page.keyboard.type('written at once')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => stores.contentAt(id, '/c.md')).toBe('written at once')
})

test('the keyboard is led to no link of an earlier visit', async ({ page, stores }) => {
  await open(page, `/stores/${await stores.make('Pressed', withPaths('/a.md', '/b.md'))}`)
  // As in Safari, where what is pressed gets no focus.
  await page.evaluate(() => document.addEventListener('mousedown', (down) => down.preventDefault()))
  const main = page.getByRole('main')
  for (const name of ['Stores', 'Pressed', 'a.md', 'b.md', 'a.md']) {
    await main.getByRole('link', { name }).or(rowOf(page, name)).first().click()
    await expect(main.getByRole('heading', { name })).toBeVisible()
  }
  await expect(main.locator(':focus')).toHaveCount(0)
})

test('memories are moved by drag and by key, several deleted, and all brought back', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Moved', withPaths('/a.md', '/box/b.md', '/c.md', '/d/e.md'))
  const paths = async () =>
    (await stores.memories.list(id)).data.map((each) => each.path).toSorted()
  await open(page, `/stores/${id}`)
  await rowOf(page, /^a\.md/).dragTo(rowOf(page, /^Folder box/))
  await expect(toast(page, 'Moved to /box/a.md.')).toBeVisible()
  expect(await paths()).toEqual(['/box/a.md', '/box/b.md', '/c.md', '/d/e.md'])
  await page.keyboard.press('z')
  await expect(rowOf(page, /^a\.md/)).toHaveAttribute('aria-level', '1')

  await rowOf(page, /^c\.md/).focus()
  await page.keyboard.press('ContextMenu')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Move' }).click()
  await page.getByRole('textbox', { name: 'Move to', exact: true }).fill('/new/place/c.md')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Moved to /new/place/c.md.')).toBeVisible()

  await rowOf(page, /^a\.md/).focus()
  await page.keyboard.press('Space')
  await rowOf(page, /^Folder box/).click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(toast(page, '2 memories deleted. Their versions stay.')).toBeVisible()
  expect(await paths()).toEqual(['/d/e.md', '/new/place/c.md'])
  await page.keyboard.press('z')
  await expect(rowOf(page, /^a\.md/)).toBeVisible()
  await expect.poll(paths).toEqual(['/a.md', '/box/b.md', '/d/e.md', '/new/place/c.md'])
})

test('of a folder of thousands only what is in sight is in the page, wherever one goes', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Many')
  const memories = Array.from({ length: 2_000 }, (_, index) => ({
    path: `/many/note-${String(index).padStart(4, '0')}.md`,
    content: `${index}`,
  }))
  await seedLines(page, id, memories)
  await open(page, `/stores/${id}`)
  await rowOf(page, /^Folder many/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(rowOf(page, /^note-0000\.md/)).toBeVisible()
  expect(await rowsOf(page).count()).toBeLessThan(100)
  await page.keyboard.press('End')
  await expect(rowOf(page, /^note-1999\.md/)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /^Go to a store/ }).fill('note-1987')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '/many/note-1987.md' })).toBeVisible()
  await expect(rowOf(page, /^note-1987\.md/)).toBeInViewport()
})
