import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

test('a policy is written by keys, tried on what agents wrote, saved, and taken back', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Ruled' })
  await memoryStores.memories.create(id, { path: '/plan.md', content: 'A plan.\n' })
  await memoryStores.memories.create(id, { path: '/notes/a.md', content: 'A note.\n' })
  await open(page, `/stores/${id}/policy`)
  await expect(page.getByText(/2 writes by agents/)).toBeVisible()

  await page.keyboard.press('n')
  await expect(page.getByRole('checkbox', { name: 'new memories' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByLabel('Paths').fill('/notes/**')
  await expect(page.getByText('1 more would wait for you.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article', { name: /^Hold: new memories/ })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved as revision 1', { exact: true })).toBeVisible()

  const write = memoryStores.memories.create(id, { path: '/notes/b.md', content: 'Another.\n' })
  await expect(write).rejects.toThrow('held for review')

  await page.getByRole('radio', { name: 'Strict' }).check({ force: true })
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved as revision 2', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Earlier rules' }).click()
  await page.getByRole('button', { name: 'Restore revision 1' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved as revision 3', { exact: true })).toBeVisible()
  await expect(page.getByRole('article', { name: /^Hold: new memories/ })).toBeVisible()
})

test('a policy that somebody saved meanwhile is not overwritten unseen', async ({
  page,
  context,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Ruled twice' })
  await open(page, `/stores/${id}/policy`)
  await page.getByRole('radio', { name: 'Careful' }).check({ force: true })
  const other = await context.newPage()
  await open(other, `/stores/${id}/policy`)
  await other.getByRole('radio', { name: 'Strict' }).check({ force: true })
  await other.getByRole('button', { name: /^Save/ }).click()
  await expect(other.getByText('Saved as revision 1', { exact: true })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/Somebody else saved revision 1/)).toBeVisible()
  await page.getByRole('button', { name: 'Use theirs' }).click()
  await expect(page.getByRole('radio', { name: 'Strict' })).toBeChecked()
})

test('what no rule may say is told with its rule', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Misruled' })
  await open(page, `/stores/${id}/policy`)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('Paths').fill('notes')
  await expect(page.getByText('Rule 1: A path must begin with /.')).toBeVisible()
})

test('rules that are not saved are still there after another page was shown', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Left and come back to' })
  await open(page, `/stores/${id}/policy`)
  await page.getByRole('radio', { name: 'Strict' }).check({ force: true })
  // The radio that has the focus takes no letters.
  await page.keyboard.press('n')
  await expect(page.getByRole('checkbox', { name: 'new memories' })).toBeFocused()
  const rules = page.getByRole('region', { name: 'Rules' }).getByRole('article')
  const count = await rules.count()
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page).toHaveURL(/\/log/)
  await page.goBack()
  await expect(rules).toHaveCount(count)
  await expect(page.getByText('not saved').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await expect(rules).toHaveCount(count + 1)

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page).toHaveURL(/\/log/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
})

test('what has not been counted for thirty days says since when it is', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Young rules' })
  await open(page, `/stores/${id}/policy`)
  await expect(page.getByText('Counting starts once rules are saved.')).toBeVisible()
  await page.getByRole('radio', { name: 'Strict' }).check({ force: true })
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved as revision 1', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Not used since it was saved on .*\.$/).first()).toBeVisible()
  await expect(page.getByText(/^Counted since .*, when rules were first saved/)).toBeVisible()
  await expect(page.getByText('Not used in 30 days.')).toHaveCount(0)
})
