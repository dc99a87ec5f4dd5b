import type Anthropic from '@anthropic-ai/sdk'
import type { APIRequestContext, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { fieldsOutside } from './layout'
import { open, reload } from './open'
import { seedHistory } from './seed-history'

type MemoryStores = Anthropic['beta']['memoryStores']

/** A store with a memory of a person in which an agent replaced two lines, and its changeset. */
async function commentedStore(request: APIRequestContext, memoryStores: MemoryStores) {
  const { id } = await memoryStores.create({ name: 'Discussed' })
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: 'Mina',
      message: 'Beginning',
      changes: [{ op: 'write', path: '/facts.md', content: 'one\ntwo\nthree\nfour\nfive\n' }],
    },
  ])
  const { data } = await memoryStores.memories.list(id)
  const [facts] = data
  if (!facts || !('id' in facts)) throw new Error('not seeded')
  const write = (content: string) =>
    memoryStores.memories.update(facts.id, { memory_store_id: id, content })
  await write('one\nTWO\n2\nthree\nfour\nfive\n')
  await expect.poll(async () => (await changesetsOf(request, id))[0]?.counts.open_hunks).toBe(1)
  const [changeset] = await changesetsOf(request, id)
  return { id, memoryId: facts.id, write, address: `/review/${changeset?.id}` }
}

async function changesetsOf(request: APIRequestContext, storeId: string) {
  const response = await request.get(`/v1/changesets?store_id=${storeId}`)
  const { data } = (await response.json()) as {
    data: { id: string; counts: { open_hunks: number } }[]
  }
  return data
}

const hunk = (page: Page) => page.getByRole('region', { name: /^\/facts\.md, Lines 2/ })
const thread = (page: Page) => page.getByRole('region', { name: /^Comment, / })

test('lines of a hunk are commented on, answered, resolved and opened again by keys', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id, address, write } = await commentedStore(request, memoryStores)
  await open(page, address)
  await expect(hunk(page)).toBeFocused()
  await page.keyboard.press('r')
  await expect(hunk(page)).toContainText('Goes back')
  await expect(hunk(page)).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByLabel('Your comment')).toBeFocused()
  await page.keyboard.type('Twice the same.')
  // The form has keys of its own: the page's would decide and apply.
  await page.getByRole('button', { name: 'Cancel' }).press('a')
  expect(await fieldsOutside(page)).toEqual([])
  await page.getByRole('radio', { name: 'Fix' }).press('Space')
  await expect(page.getByText('Agents that work with this store')).toBeVisible()
  await page.getByRole('radio', { name: 'Fix' }).press('Control+Enter')
  await expect(page.getByLabel('Your comment')).toBeHidden()
  await expect(hunk(page)).toBeFocused()
  await expect(hunk(page)).toContainText('Goes back')
  await page.keyboard.press('z')
  await expect(hunk(page)).not.toContainText('Goes back')
  await expect(thread(page)).toContainText('Twice the same.')
  await expect(thread(page)).toContainText('Lines 2–3')
  await expect(
    page.getByRole('navigation', { name: 'Decisions' }).getByText('1 open comment'),
  ).toBeAttached()

  await thread(page).getByLabel('Reply').fill('Keep the first.')
  await thread(page).getByLabel('Reply').press('Control+Enter')
  await expect(thread(page).getByRole('paragraph').getByText('Keep the first.')).toBeVisible()
  await expectAccessible(page)

  const resolve = thread(page).getByRole('button', { name: 'Resolve' })
  await resolve.focus()
  await page.keyboard.press('Enter')
  await expect(thread(page).getByText('Twice the same.')).toBeHidden()
  await expect(thread(page).getByRole('button', { name: 'Reopen' })).toBeFocused()
  await reload(page)
  await thread(page).getByRole('button', { name: 'Show all 2' }).click()
  await expect(thread(page)).toContainText('Keep the first.')
  await thread(page).getByRole('button', { name: 'Reopen' }).click()
  await expect(thread(page).getByRole('button', { name: 'Resolve' })).toBeVisible()
  await open(page, `/review?store=${id}&comments=answered`)
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
  await write('one\nTwo\nthree\nfour\nfive\n')
  await expect(page.getByText('1 comment answered')).toBeVisible()
})

test('what somebody said is edited and deleted by them', async ({
  page,
  request,
  memoryStores,
}) => {
  const { address } = await commentedStore(request, memoryStores)
  await open(page, address)
  await hunk(page)
    .getByRole('button', { name: /^Comment/ })
    .click()
  await page.getByLabel('Your comment').fill('Wyh?')
  await page.getByLabel('Your comment').press('Control+Enter')
  await thread(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Your comment').fill('Why?')
  await page.getByLabel('Your comment').press('Control+Enter')
  await expect(thread(page)).toContainText('Why?')
  await expect(thread(page)).toContainText('edited')
  await expect(thread(page).getByRole('button', { name: 'Edit' })).toBeFocused()
  await thread(page).getByRole('button', { name: 'Delete' }).click()
  await expect(thread(page)).toHaveCount(0)
  await expect(hunk(page)).toBeFocused()
})

test('a comment on removed lines stands among them, and one whose lines are gone above', async ({
  page,
  request,
  memoryStores,
}) => {
  const { address, write } = await commentedStore(request, memoryStores)
  await open(page, address)
  await hunk(page)
    .getByRole('button', { name: /^Comment/ })
    .click()
  await page.getByText('Removed lines', { exact: true }).click()
  await page.getByLabel('Your comment').fill('This was right.')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('row').filter({ has: thread(page) })).toBeVisible()
  await hunk(page)
    .getByRole('button', { name: /^Comment/ })
    .click()
  await page.getByLabel('Your comment').fill('Not in capitals.')
  await page.getByLabel('to', { exact: true }).fill('2')
  await page.getByLabel('to', { exact: true }).press('Control+Enter')
  await expect(thread(page).filter({ hasText: 'Not in capitals.' })).toContainText('Line 2')
  await write('one\n2\nthree\nfour\nfive\n')
  const above = page.getByRole('region', { name: 'Comments on other lines' })
  const news = page.getByRole('button', { name: 'Show the new changes' })
  // The page is read again after each comment: it may have come with the change already.
  await expect(news.or(above).first()).toBeVisible()
  if (await news.isVisible()) await news.click()
  await expect(above).toContainText('Not in capitals.')
  await expect(above).toContainText('Outdated')
  await expect(above).toContainText('TWO')
})

test('a comment on a routine change is shown where it is, though others are folded', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Routine' })
  const text = 'one\ntwo\nthree\n'
  const paths = ['/first.md', '/facts.md']
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: 'Mina',
      message: 'Beginning',
      changes: paths.map((path) => ({ op: 'write', path, content: text })),
    },
  ])
  const { data } = await memoryStores.memories.list(id)
  for (const path of paths) {
    const memory = data.find((each) => 'path' in each && each.path === path)
    if (!memory || !('id' in memory)) throw new Error('not seeded')
    const content = text.replace('two', 'TWO')
    await memoryStores.memories.update(memory.id, { memory_store_id: id, content })
  }
  await expect.poll(async () => (await changesetsOf(request, id))[0]?.counts.open_hunks).toBe(2)
  const address = `/review/${(await changesetsOf(request, id))[0]?.id}`
  await open(page, address)
  await page.getByRole('link', { name: 'One by one' }).click()
  const routine = page.getByRole('region', { name: /^\/facts\.md, Line 2/ })
  await routine.getByRole('button', { name: /^Comment/ }).click()
  await page.getByLabel('Your comment').fill('Why in capitals?')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(thread(page)).toContainText('Why in capitals?')
  await open(page, address)
  await expect(routine).toContainText('Why in capitals?')
  await thread(page).getByRole('button', { name: 'Resolve' }).click()
  await reload(page)
  await expect(routine).toHaveCount(0)
})

test('lines of a memory are commented on, and its store lists what is open', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id, memoryId } = await commentedStore(request, memoryStores)
  await open(page, `/stores/${id}?memory=${memoryId}#L4-L5`)
  await page.keyboard.press('c')
  await page.getByLabel('Your comment').fill('Are these still true?')
  await page.getByRole('radio', { name: 'Question' }).press('Space')
  await page.getByLabel('Your comment').press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Comment on lines' })).toBeFocused()
  const mark = page.getByText('1 open comment on line 5')
  await expect(thread(page)).toBeHidden()
  await mark.locator('..').press('Enter')
  await expect(thread(page)).toContainText('Are these still true?')
  await expect(thread(page)).toContainText('Lines 4–5')
  await expectAccessible(page)
  await open(page, `/stores/${id}?memory=${memoryId}&view=blame`)
  await mark.locator('..').press('Enter')
  await expect(thread(page)).toContainText('Are these still true?')

  await page.getByRole('main').getByRole('link', { name: 'Changes' }).click()
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
  await expect(page.getByRole('region', { name: '/facts.md' })).toContainText('Question')
  await expectAccessible(page)
  await thread(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('No open comments')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Resolved' })).toBeHidden()
  await page.keyboard.press('f')
  await page.getByRole('link', { name: 'Resolved' }).click()
  await expect(thread(page)).toContainText('Resolved')
})

test('chosen lines of a hunk are commented on', async ({ page, request, memoryStores }) => {
  const { address } = await commentedStore(request, memoryStores)
  await open(page, address)
  await hunk(page).getByRole('button', { name: 'More about this change' }).click()
  await page.getByRole('menuitem', { name: 'Select lines' }).click()
  await expect(hunk(page)).toBeFocused()
  for (const key of ['j', 'c']) await page.keyboard.press(key)
  await page.getByLabel('Your comment').fill('This one.')
  await page.getByLabel('Your comment').press('Control+Enter')
  await expect(thread(page)).toContainText('Line 2')
  await expect(hunk(page)).toBeFocused()
})

test('what somebody says elsewhere appears by itself', async ({ page, request, memoryStores }) => {
  const { address } = await commentedStore(request, memoryStores)
  await open(page, address)
  const other = await page.context().newPage()
  await open(other, address)
  await hunk(other)
    .getByRole('button', { name: /^Comment/ })
    .click()
  await other.getByLabel('Your comment').fill('Seen by both.')
  await other.getByLabel('Your comment').press('Control+Enter')
  await expect(thread(page)).toContainText('Seen by both.')
  await other.close()
})

test('a comment on a change longer than its page shows stands below it, and is counted once for its memory', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Long' })
  const numbered = (word: string) =>
    Array.from({ length: 80 }, (_, index) => `${word} ${index + 1}\n`).join('')
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: 'Mina',
      message: 'Beginning',
      changes: [{ op: 'write', path: '/long.md', content: `first\n${numbered('between')}last\n` }],
    },
  ])
  const [long] = (await memoryStores.memories.list(id)).data
  if (!long || !('id' in long)) throw new Error('not seeded')
  await memoryStores.memories.update(long.id, {
    memory_store_id: id,
    content: `first\n${numbered('new')}${numbered('between')}LAST\n`,
  })
  await expect.poll(async () => (await changesetsOf(request, id))[0]?.counts.open_hunks).toBe(2)
  const [changeset] = await changesetsOf(request, id)
  await open(page, `/review/${changeset?.id}`)
  const added = page.getByRole('region', { name: /^\/long\.md, Lines 2/ })
  await added.focus()
  await page.keyboard.press('c')
  await page.getByLabel('Your comment').fill('All of these?')
  await page.getByLabel('Your comment').press('Control+Enter')
  await expect(thread(page)).toContainText('All of these?')
  await reload(page)
  await expect(thread(page)).toContainText('All of these?')
  const decisions = page.getByRole('navigation', { name: 'Decisions' })
  await expect(decisions.getByRole('listitem')).toHaveCount(2)
  await expect(decisions.getByText('1 open comment')).toHaveCount(1)
})
