import type Anthropic from '@anthropic-ai/sdk'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload } from './open'
import { seedLines } from './seed-history'

const treeOf = (page: Page) => page.getByRole('tree', { name: 'Memories' })
const rowOf = (page: Page, name: string | RegExp) => treeOf(page).getByRole('treeitem', { name })

/** A store with a memory at each path. */
async function storeWith(
  memoryStores: Anthropic['beta']['memoryStores'],
  name: string,
  paths: readonly string[],
): Promise<string> {
  const { id } = await memoryStores.create({ name })
  for (const path of paths) await memoryStores.memories.create(id, { path, content: path })
  return id
}

/** Waits until the tree's rows react to keys. */
async function focusRow(page: Page, name: string | RegExp): Promise<void> {
  await expect(treeOf(page)).toHaveAttribute('aria-busy', 'false')
  await rowOf(page, name).focus()
  await expect(rowOf(page, name)).toBeFocused()
}

test.describe('the tree', () => {
  test('is filtered as one types, in the address, and by key back to the tree', async ({
    page,
    memoryStores,
  }) => {
    const id = await storeWith(memoryStores, 'Filter', ['/a/one.md', '/b/c/two.md', '/two.md'])
    await open(page, `/stores/${id}`)
    await focusRow(page, 'Folder a')
    await page.keyboard.press('f')
    await page.keyboard.type('TWO')
    await expect(treeOf(page).getByRole('treeitem')).toHaveText([/^b\/c$/, /two\.md/, /two\.md/])
    await expect(page).toHaveURL(/filter=TWO/)
    await expect(page.getByText('2 memories', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '/b/c/two.md' })).toBeVisible()
    await reload(page)
    await expect(page.getByRole('searchbox', { name: 'Filter by path' })).toHaveValue('TWO')
    await page.getByRole('searchbox', { name: 'Filter by path' }).fill('nowhere')
    await expect(page.getByText('No matching paths')).toBeVisible()
  })

  test('renames and deletes in a filtered tree, where the focus stays, and takes it back by key', async ({
    page,
    memoryStores,
  }) => {
    const id = await storeWith(memoryStores, 'Filtered', ['/a/one.md', '/two.md'])
    await open(page, `/stores/${id}?path=/two.md`)
    await focusRow(page, 'Folder a')
    await page.keyboard.press('f')
    await page.keyboard.type('one')
    await expect(rowOf(page, /^one\.md/)).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'New name of one.md' })).toBeFocused()
    await page.keyboard.type('one-b')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, /^one-b\.md/)).toBeFocused()
    await expect(page.getByRole('heading', { name: '/two.md' })).toBeVisible()

    await page.keyboard.press('Delete')
    await expect(page.getByText('No matching paths')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('z')
    await expect(rowOf(page, /^one-b\.md/)).toBeFocused()
    await expect(page.getByRole('searchbox', { name: 'Filter by path' })).toHaveValue('one')
    await expect(page.getByRole('heading', { name: '/two.md' })).toBeVisible()
  })

  test('renames by key, says why it cannot, and keeps what was typed', async ({
    page,
    memoryStores,
  }) => {
    const id = await storeWith(memoryStores, 'Rename', ['/a.md', '/b.md'])
    await open(page, `/stores/${id}?path=/a.md`)
    await focusRow(page, /^a\.md/)
    await page.keyboard.press('ContextMenu')
    const menu = page.getByRole('menu', { name: 'Actions' })
    await expect(menu.getByRole('menuitem', { name: 'Copy path' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(rowOf(page, /^a\.md/)).toBeFocused()
    await page.keyboard.press('ContextMenu')
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'New name of a.md' }).fill('b.md')
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('alert').getByText('/b.md is taken: /b.md already exists.'),
    ).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'New name of a.md' })).toHaveValue('b.md')
    await page.getByRole('textbox', { name: 'New name of a.md' }).fill('c.md')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '/c.md' })).toBeVisible()
    await expect(rowOf(page, /^c\.md/)).toBeFocused()
    await expect(rowOf(page, /^a\.md/)).toBeHidden()
  })

  test('moves by drag and by key, and takes it back', async ({ page, memoryStores }) => {
    const id = await storeWith(memoryStores, 'Move', ['/a.md', '/box/b.md', '/c.md'])
    await open(page, `/stores/${id}`)
    await focusRow(page, /^a\.md/)
    await rowOf(page, /^a\.md/).dragTo(rowOf(page, 'Folder box'))
    await expect(page.getByText('Moved to /box/a.md.')).toBeVisible()
    await expect(rowOf(page, /^a\.md/)).toBeHidden()
    await rowOf(page, 'Folder box').click()
    await expect(rowOf(page, /^a\.md/)).toHaveAttribute('aria-level', '2')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(page, /^a\.md/)).toHaveAttribute('aria-level', '1')

    await focusRow(page, /^c\.md/)
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: 'Move' }).click()
    await page.getByRole('textbox', { name: 'Move to', exact: true }).fill('/new/place/c.md')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Folder new')).toBeVisible()
    // The tree shows the move before the server has answered.
    const moved = async () => (await memoryStores.memories.list(id, { path_prefix: '/new/' })).data
    await expect.poll(moved).toMatchObject([{ path: '/new/place/c.md' }])
  })

  test('deletes several at once, and brings them back by key', async ({ page, memoryStores }) => {
    const paths = ['/a.md', '/b.md', '/c/d.md', '/c/e.md']
    const id = await storeWith(memoryStores, 'Several', paths)
    await open(page, `/stores/${id}`)
    await focusRow(page, /^a\.md/)
    await page.keyboard.press('Space')
    await rowOf(page, 'Folder c').click({ modifiers: ['ControlOrMeta'] })
    await expect(page.getByText('2 selected')).toBeVisible()
    await expectAccessible(page)
    await rowOf(page, 'Folder c').click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Actions' })
    await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeHidden()
    await menu.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(menu).toBeHidden()
    await expect(page.getByText('3 memories deleted. Their versions stay.')).toBeVisible()
    await expect(treeOf(page).getByRole('treeitem')).toHaveText([/b\.md/])
    await focusRow(page, /^b\.md/)
    await page.keyboard.press('z')
    await expect(treeOf(page).getByRole('treeitem')).toHaveText([/c 2/, /a\.md/, /b\.md/])
  })

  test('makes a memory, which is written in at once', async ({ page, memoryStores }) => {
    const id = await storeWith(memoryStores, 'Make', ['/notes/a.md'])
    await open(page, `/stores/${id}`)
    await focusRow(page, 'Folder notes')
    await page.keyboard.press('n')
    const field = page.getByRole('textbox', { name: 'Path of the new memory' })
    await expect(field).toHaveValue('/notes/')
    await field.fill('/notes/b.md')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '/notes/b.md' })).toBeVisible()
    await expect(page).toHaveURL(/view=edit/)
    await expect(rowOf(page, /^b\.md/)).toBeVisible()
  })

  test('shows what changed since it was last seen, and calls nothing never read that just came', async ({
    page,
    memoryStores,
  }) => {
    const id = await storeWith(memoryStores, 'Marks', ['/a.md', '/b.md'])
    const { data } = await memoryStores.memories.list(id)
    const [first] = data
    if (first?.type !== 'memory') throw new Error('nothing was made')
    await open(page, `/stores/${id}`)
    await expect(rowOf(page, /^a\.md ?Not reviewed yet ?5.B$/)).toBeVisible()
    await memoryStores.memories.retrieve(first.id, { memory_store_id: id, view: 'full' })
    await open(page, '/stores')
    await memoryStores.memories.update(first.id, { memory_store_id: id, content: 'longer than it' })
    await memoryStores.memories.create(id, { path: '/c.md', content: 'c' })
    await open(page, `/stores/${id}`)
    await expect(rowOf(page, /^a\.md ?changed ?Not reviewed yet ?14.B$/)).toBeVisible()
    await expect(rowOf(page, /^b\.md ?Not reviewed yet ?5.B$/)).toBeVisible()
    await expect(rowOf(page, /^c\.md ?new ?Not reviewed yet ?1.B$/)).toBeVisible()

    // What is new stays new until it is opened itself.
    await rowOf(page, /^a\.md/).click()
    await expect(page.getByRole('heading', { name: '/a.md' })).toBeVisible()
    await rowOf(page, /^b\.md/).click()
    await expect(page.getByRole('heading', { name: '/b.md' })).toBeVisible()
    await expect(rowOf(page, /^a\.md ?Not reviewed yet ?14.B$/)).toBeVisible()
    await expect(rowOf(page, /^c\.md ?new/)).toBeVisible()
  })

  test('holds a folder of thousands, of which only what is in sight is in the page', async ({
    page,
    request,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'Many' })
    const memories = Array.from({ length: 3_000 }, (_, index) => ({
      path: `/many/${String(index).padStart(5, '0')}.md`,
      content: `${index}`,
    }))
    await seedLines(request, id, memories)
    await open(page, `/stores/${id}`)
    await focusRow(page, 'Folder many')
    await page.keyboard.press('ArrowRight')
    await expect(rowOf(page, /^00000\.md/)).toBeVisible()
    expect(await treeOf(page).getByRole('treeitem').count()).toBeLessThan(100)
    await page.keyboard.press('End')
    await expect(rowOf(page, /^02999\.md/)).toBeFocused()
  })

  test('scrolls to the memory that is chosen in the palette, wherever it is among thousands', async ({
    page,
    request,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'Far' })
    const memories = Array.from({ length: 2_000 }, (_, index) => ({
      path: `/many/note-${index + 1}.md`,
      content: `${index}`,
    }))
    await seedLines(request, id, memories)
    await open(page, `/stores/${id}`)
    await focusRow(page, 'Folder many')
    await page.keyboard.press('ArrowRight')
    await expect(rowOf(page, /^note-1\.md/)).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    const field = page.getByRole('combobox', { name: /^Go to a store/ })
    await field.fill('many/note-19')
    // Sorted as in the tree.
    const found = page.getByRole('option', { name: /^note-19/ })
    await expect(found.nth(1)).toHaveText(/note-190\.md/)
    expect(await found.first().textContent()).toMatch(/note-19\.md/)
    await field.fill('note-1987')
    await expect(found).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '/many/note-1987.md' })).toBeVisible()
    await expect(rowOf(page, /^note-1987\.md/)).toBeInViewport()
    await expect(rowOf(page, /^note-1988\.md/)).toBeVisible()
    await reload(page)
    await expect(rowOf(page, /^note-1987\.md/)).toBeInViewport()
  })

  test('shows a chain of single folders as one row, by keyboard too, until something lies between', async ({
    page,
    memoryStores,
  }) => {
    const paths = ['/a/b/c/2.md', '/a/b/c/10.md', '/x/one.md', '/z.md']
    const id = await storeWith(memoryStores, 'Chain', paths)
    await open(page, `/stores/${id}`)
    const rows = treeOf(page).getByRole('treeitem')
    await expect(rows).toHaveText([/^a\/b\/c 2$/, /^x 1$/, /^z\.md/])
    await focusRow(page, 'Folder a/b/c')
    await page.keyboard.press('ArrowRight')
    await expect(rows).toHaveText([/^a\/b\/c 2$/, /^2\.md/, /^10\.md/, /^x 1$/, /^z\.md/])
    await expect(rowOf(page, /^2\.md/)).toHaveAttribute('aria-level', '2')
    await expectAccessible(page)
    await page.keyboard.press('End')
    await expect(rowOf(page, /^z\.md/)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await expect(rowOf(page, 'Folder a/b/c')).toBeFocused()
    await memoryStores.memories.create(id, { path: '/a/between.md', content: 'between' })
    await expect(rows).toHaveText([
      /^a 3$/,
      /^b\/c 2$/,
      /^2\.md/,
      /^10\.md/,
      /^between\.md/,
      /^x 1$/,
      /^z\.md/,
    ])
    await expect(treeOf(page).locator(':focus')).toHaveCount(1)
    await rowOf(page, /^between\.md/).focus()
    await page.keyboard.press('Delete')
    await expect(rowOf(page, 'Folder a/b/c')).toBeVisible()
    await expect(rows).toHaveText([/^a\/b\/c 2$/, /^2\.md/, /^10\.md/, /^x 1$/, /^z\.md/])
  })

  test('renames the last folder of a chain, and shows those before it meanwhile', async ({
    page,
    memoryStores,
  }) => {
    const id = await storeWith(memoryStores, 'Renamed chain', ['/a/b/c/1.md', '/z.md'])
    await open(page, `/stores/${id}`)
    await focusRow(page, 'Folder a/b/c')
    await page.keyboard.press('F2')
    const row = rowOf(page, 'Folder a/b/c')
    const field = row.getByRole('textbox', { name: 'New name of c' })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('c')
    await expect(row).toHaveText('a/b/')
    await page.keyboard.type('d')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Folder a/b/d')).toBeFocused()
    await expect(treeOf(page).getByRole('treeitem')).toHaveText([/^a\/b\/d 1$/, /^z\.md/])
  })
})
