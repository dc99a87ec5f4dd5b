import { expect, test } from './fixtures'
import { open, openFirstChangeset, reload, walkTo } from './open'

test('what changes anywhere is listed as it happens, and opens its difference', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Busy' })
  const memory = await memoryStores.memories.create(id, { path: '/busy/a.md', content: 'one' })
  await open(page, '/stores')
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('link', { name: '/busy/a.md' }).first()).toBeVisible()
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'two' })
  // What changed, in its words.
  const second = changes.getByRole('link', { name: /\/busy\/a\.md.*two/ })
  await expect(second).toContainText('+1−1')
  await expect(second).toContainText('two')
  await second.click()
  const difference = changes.getByRole('table', { name: '1 line added, 1 line removed' })
  await expect(difference.getByRole('row')).toHaveText([/one/, /two/])

  // While a difference is open, new changes must not move it.
  await memoryStores.memories.create(id, { path: '/busy/b.md', content: 'b' })
  await expect(page.getByText('1 new', { exact: true })).toBeVisible()
  await expect(changes.getByRole('link', { name: '/busy/b.md' })).toBeHidden()
  await expect(difference).toBeVisible()
  await page.getByRole('link', { name: 'Resume' }).click()
  await expect(changes.getByRole('link', { name: '/busy/b.md' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(changes.getByRole('table', { name: '1 line added, 0 lines removed' })).toBeVisible()
  await changes.getByRole('link', { name: 'Compare the versions' }).click()
  await expect(page.getByRole('heading', { name: '/busy/b.md' })).toBeVisible()
})

test('changes are filtered by actor, path and time', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Narrowed' })
  await memoryStores.memories.create(id, { path: '/here/a.md', content: 'x' })
  await memoryStores.memories.create(id, { path: '/there/b.md', content: 'x' })
  await open(page, `/log?store=${id}`)
  const changes = page.getByRole('list', { name: 'Changes' })
  const path = page.getByRole('searchbox', { name: 'Paths beginning with' })
  await expect(path).toBeHidden()
  await page.keyboard.press('f')
  await expect(path).toBeFocused()
  await path.fill('/here')
  await expect(changes.getByRole('link', { name: '/there/b.md' })).toBeHidden()
  await expect(changes.getByRole('link', { name: '/here/a.md' })).toBeVisible()
  const time = page.getByRole('navigation', { name: 'Time' })
  await time.getByRole('link', { name: 'Last hour' }).click()
  await expect(page).toHaveURL(/since=hour/)
  await expect(page).toHaveURL(/path=%2Fhere/)
  await changes
    .getByRole('link', { name: /^(You|Programs without a key)/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: /show every actor/ })).toBeVisible()
  await expect(changes.getByRole('link', { name: '/here/a.md' })).toBeVisible()
  // The bar of the time in which they were made.
  const plot = page.getByRole('navigation', { name: 'Changes over time' })
  await plot
    .getByRole('link', { name: /: \d+ changes?$/ })
    .last()
    .click()
  await expect(page).toHaveURL(/from=\d+&to=\d+/)
  await expect(page).toHaveURL(/path=%2Fhere/)
  await expect(changes.getByRole('link', { name: '/here/a.md' })).toBeVisible()
  await page.getByRole('link', { name: /show all times/ }).click()
  await expect(page).not.toHaveURL(/from=/)
})

test('changes are filtered by store and operation, in the address', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Filtered' })
  const memory = await memoryStores.memories.create(id, { path: '/gone.md', content: 'x' })
  await memoryStores.memories.delete(memory.id, { memory_store_id: id })
  const facets = page.getByRole('complementary', { name: 'Filter' })
  const chosen = page.getByRole('link', { name: /show every store/ })
  await open(page, `/log?store=${id}`)
  await page.getByRole('checkbox', { name: /^Filter/ }).check()
  await expect(facets.getByRole('link', { name: /Modified/ })).toHaveCount(0)
  await facets.getByRole('link', { name: /Deleted 1$/ }).click()
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('link', { name: '/gone.md' })).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`store=${id}&operation=deleted`))
  await reload(page)
  await page.keyboard.press('f')
  await expect(facets.getByRole('link', { name: /Deleted 1$/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(chosen).toBeVisible()
  await facets.getByRole('link', { name: /Deleted 1$/ }).click()
  await expect(changes.getByRole('link', { name: '/gone.md' })).toHaveCount(2)
  await walkTo(page, `/log?store=${id}&operation=modified`)
  await expect(page.getByText('No matching changes')).toBeVisible()
})

test('the log is narrowed, and a change unfolded, without a script', async ({
  browser,
  baseURL,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Plain log' })
  await memoryStores.memories.create(id, { path: '/plain/a.md', content: 'plainly said' })
  await memoryStores.memories.create(id, { path: '/other.md', content: 'x' })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await context.newPage()
  await plain.goto('/log')
  await plain.getByRole('checkbox', { name: /^Filter/ }).check()
  const facets = plain.getByRole('complementary', { name: 'Filter' })
  await facets.getByRole('link', { name: /^Plain log/ }).click()
  await plain.getByRole('checkbox', { name: /^Filter/ }).check()
  await plain.getByRole('searchbox', { name: 'Paths beginning with' }).fill('/plain')
  await plain.keyboard.press('Enter')
  const changes = plain.getByRole('list', { name: 'Changes' })
  await expect(changes.locator('[data-change]')).toHaveCount(1)
  await changes.getByRole('link', { name: /plain\/a\.md.*plainly said/ }).click()
  await expect(changes.getByRole('table', { name: '1 line added, 0 lines removed' })).toBeVisible()
  await context.close()
})

test('what a store’s policy refused and masked is listed in its log, without the text', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Guarded' })
  await open(page, `/stores/${id}/policy`)
  await page.keyboard.press('n')
  await page.getByLabel('Paths').fill('/closed/**')
  await page.getByRole('combobox', { name: 'What happens' }).click()
  await page.getByRole('option', { name: /^Refuse/ }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved as revision 1', { exact: true })).toBeVisible()
  const refused = memoryStores.memories.create(id, {
    path: '/closed/a.md',
    content: 'secret words',
  })
  await expect(refused).rejects.toThrow()
  await open(page, `/log?store=${id}`)
  await page.getByText('Last masked or refused by rules, 1').click()
  const kept = page.getByRole('listitem').filter({ hasText: '/closed/a.md' })
  await expect(kept).toContainText('Refused · rule 1')
  await expect(kept).toContainText('Programs without a key')
  await expect(page.getByText('secret words')).toBeHidden()
  await open(page, `/log?store=${id}&operation=created`)
  await expect(page.getByText('Last masked or refused by rules')).toBeHidden()
})

test('what a policy refused stands above a log without changes, and under its rule by the same names', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Closed' })
  await open(page, `/stores/${id}/policy`)
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: 'What happens' }).click()
  await page.getByRole('option', { name: /^Refuse/ }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved as revision 1', { exact: true })).toBeVisible()
  const refused = memoryStores.memories.create(id, { path: '/a.md', content: 'x' })
  await expect(refused).rejects.toThrow()
  await open(page, `/stores/${id}/policy`)
  await page.getByText('Last refused, 1').click()
  await expect(page.getByRole('listitem').filter({ hasText: '/a.md' })).toContainText(
    'Programs without a key',
  )
  await open(page, `/log?store=${id}`)
  const list = await page.getByText('Last masked or refused by rules, 1').boundingBox()
  const none = await page.getByText('No matching changes').boundingBox()
  expect(list?.y).toBeLessThan(none?.y ?? 0)
})

test('old addresses of the log, of the digest and of what was reviewed lead to the log, with what they asked', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Moved' })
  await memoryStores.memories.create(id, { path: '/moved.md', content: 'x' })
  await open(page, `/activity?store=${id}`)
  await expect(page).toHaveURL(new RegExp(`/log\\?.*store=${id}`))
  await expect(page.getByRole('link', { name: '/moved.md' })).toBeVisible()
  await open(page, '/review/digest?period=day')
  await expect(page).toHaveURL(/\/log\?period=day$/)
  const period = page.getByRole('navigation', { name: 'Period' })
  await expect(period.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'true')
  await open(page, `/review?state=done&store=${id}`)
  await expect(page).toHaveURL(new RegExp(`/log\\?.*state=done`))
  await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible()
})

test('what was reviewed is a filter of the log, and each row leads to its changeset', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'All read' })
  await memoryStores.memories.create(id, { path: '/read.md', content: 'read\n' })
  await openFirstChangeset(page, id)
  const reviewed = page.url()
  await page.getByRole('region', { name: /^\/read\.md/ }).focus()
  await page.keyboard.press('a')
  await expect(page.getByText('Reviewed', { exact: true })).toBeVisible()
  await walkTo(page, '/log')
  await expect(page.getByRole('region', { name: 'In short' })).toContainText('You reviewed')
  await page.keyboard.press('f')
  await page.getByRole('link', { name: 'Reviewed', exact: true }).click()
  await page.waitForURL(/state=done/)
  await open(page, `/log?state=done&store=${id}`)
  await page.locator('[data-inbox-row]').click()
  await page.waitForURL(reviewed)
})

test('one session’s changes are one group, whatever happened in other stores meanwhile', async ({
  page,
  memoryStores,
}) => {
  const [one, other] = [
    await memoryStores.create({ name: 'Here' }),
    await memoryStores.create({ name: 'There' }),
  ]
  for (const count of [1, 2, 3]) {
    await memoryStores.memories.create(one.id, { path: `/${count}.md`, content: 'x' })
    await memoryStores.memories.create(other.id, { path: `/${count}.md`, content: 'x' })
  }
  await open(page, '/log')
  const changes = page.getByRole('list', { name: 'Changes' })
  const heads = changes.getByRole('heading', { name: /created 3 memories$/ })
  await expect(heads).toHaveCount(2)
})
