import { expectAccessible, expectAccessibleOnPhone, listenTo, saidOn } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

test('the log is read by keys, left and come back to, and undone', async ({ page, stores }) => {
  const id = await stores.make('Diary', { '/days/one.md': 'first\n', '/days/two.md': 'second\n' })
  await stores.update(id, { name: 'Diaries' })
  await stores.write(id, '/days/one.md', 'first\nand more\n')
  await open(page, `/log?store=${id}`)
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await expect(log.getByRole('listitem').filter({ hasText: 'changed' })).not.toHaveCount(0)
  await expect(log).toContainText('a program without a key changed the store’s settings')
  await expect(page.getByText('In the last 7 days, 1 agent changed 2 memories.')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const difference = log.getByRole('region', { name: '/days/one.md' })
  await expect(
    difference.getByRole('group', { name: '1 line added, 0 lines removed' }),
  ).toBeVisible()
  await expect(page).toHaveURL(/open=memver_/)
  await expectAccessible(page)
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/plan/)
  await page.goBack()
  await expect(difference).toBeVisible()
  await expect(log.getByRole('link', { name: 'Undo…' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo in 1 memory' }).click()
  await expect(page.getByText('Undone in 1 memory').first()).toBeVisible()
  expect(await stores.contentAt(id, '/days/one.md')).toBe('first\n')

  await open(page, `/log?store=${id}`)
  await expect(log.getByRole('listitem').first()).toContainText('You undid changes in 1 memory')
})

test('nothing moves while the log is read: what is new comes when it is asked for', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Busy', { '/a.md': 'one\n' })
  await open(page, `/log?store=${id}`)
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await expect(log.getByRole('link', { name: /\ba\.md/ })).toBeVisible()
  await listenTo(page)
  await stores.memories.create(id, { path: '/b.md', content: 'two\n' })
  await stores.write(id, '/b.md', 'three\n')
  await expect(page.getByRole('button', { name: '2 new changes' })).toBeVisible()
  expect(await saidOn(page)).toEqual(['Something changed'])
  await expect(log.getByRole('link', { name: /\bb\.md/ })).toBeHidden()
  await page.getByRole('button', { name: '2 new changes' }).click()
  await expect(log.getByRole('link', { name: /\bb\.md/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '2 new changes' })).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 400 })
  await open(page, `/stores/${id}/changes`)
  await stores.write(id, '/b.md', 'four\n')
  await expect(page.getByRole('button', { name: '1 new change' })).toBeInViewport({ ratio: 1 })
  await open(page, '/log')
  await log.getByRole('link', { name: 'Busy' }).first().click()
  await expect(page).toHaveURL(/stores/)
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page).toHaveURL(/\/log$/)
  await page.locator('#main').focus()
  await stores.delete(id)
  await expect(page.getByRole('button', { name: 'Something changed' })).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
})

test('the log is narrowed by keys and on a phone, in its address', async ({ page, stores }) => {
  const id = await stores.make('Log to narrow', { '/here/a.md': 'x\n', '/there/b.md': 'x\n' })
  await open(page, '/log')
  await page.keyboard.press('f')
  await page.getByRole('menuitemradio', { name: 'Log to narrow', exact: true }).press('Enter')
  await expect(page).toHaveURL(`/log?store=${id}`)
  await expect(page.getByRole('button', { name: 'Store: Log to narrow' })).toBeFocused()
  const log = page.getByRole('region', { name: 'Log', exact: true })
  const path = page.getByRole('searchbox', { name: 'Path begins with' })
  await path.fill('/h')
  await path.press('Enter')
  await path.pressSequentially('ere')
  await expect(page).toHaveURL(/path=%2Fh$/)
  await path.press('Enter')
  await expect(log.getByRole('link', { name: /there/ })).toBeHidden()
  await expect(page).toHaveURL(/path=%2Fhere/)
  await log.getByRole('link', { name: 'a program without a key' }).click()
  await expect(page).toHaveURL(/by=apikey_none/)
  await expect(log.getByRole('link', { name: /here/ })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessibleOnPhone(page)
  await page.getByRole('link', { name: 'Show all', exact: true }).click()
  await expect(log.getByRole('link', { name: /there/ })).toBeVisible()
})

test('the log is whole without a script; with one, the keyboard goes on at what it unfolded', async ({
  browser,
  page,
  baseURL,
  stores,
}) => {
  const texts = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`/${name}.md`, 'x\n']))
  const id = await stores.make('Plain', texts)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await context.newPage()
  await plain.goto(`/log?store=${id}`)
  await expect(plain.getByText('a program without a key changed 5 memories')).toBeVisible()
  await plain.getByRole('link', { name: '2 more memories' }).click()
  await expect(plain.getByRole('link', { name: /\ba\.md/ })).toBeVisible()
  await context.close()
  await open(page, `/log?store=${id}`)
  await page.getByRole('link', { name: '2 more memories' }).press('Enter')
  await expect(page.getByRole('link', { name: /\bb\.md/ })).toBeFocused()
})
