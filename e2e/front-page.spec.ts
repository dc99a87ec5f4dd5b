import { expect, test } from './fixtures'
import { open } from './open'

test('the front page leads to the inbox while something waits for review', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Written to' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'by an agent' })
  await open(page, '/')
  await expect(page).toHaveURL('/review')
})

test('the front page leads to the stores when nothing waits', async ({ page, memoryStores }) => {
  await memoryStores.create({ name: 'Quiet' })
  await open(page, '/')
  await expect(page).toHaveURL('/stores')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Quiet', exact: true }),
  ).toBeVisible()
})

test('an earlier address of a sorted list of stores still leads there', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Sorted' })
  await memoryStores.memories.create(id, { path: '/a.md', content: 'by an agent' })
  await open(page, '/?sort=name')
  await expect(page).toHaveURL('/stores?sort=name')
})

test('an installation without stores says how to begin, also where its stores would be', async ({
  page,
}) => {
  await open(page, '/stores')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'See what your agents remember' })).toBeVisible()
})

test('what is typed after the first sentence was sent is the session’s next message', async ({
  page,
}) => {
  await open(page, '/')
  await expect(
    page.getByRole('textbox', { name: 'Tell the practice agent something' }),
  ).toBeFocused()
  // Its key would be typed.
  await expect(page.getByRole('button', { name: 'New store' })).toHaveText('New store')
  await page.keyboard.press('Enter')
  await page.keyboard.type('And that tea is green')
  await page.waitForURL('**/sessions/sesn_*')
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect(field).toHaveValue('And that tea is green')
  await expect(field).toBeFocused()
  // Its frame is the one around it.
  await expect(field).toHaveCSS('outline-style', 'none')
})
