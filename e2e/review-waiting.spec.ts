import type Anthropic from '@anthropic-ai/sdk'
import type { APIRequestContext, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'
import { seedHistory } from './seed-history'

type MemoryStores = Anthropic['beta']['memoryStores']

const SECRET = `ghp_${'a1B2c3'.repeat(6)}`

interface Ground {
  page: Page
  request: APIRequestContext
  memoryStores: MemoryStores
}

/** A store in which a person wrote two memories, and whose policy holds what agents write. */
async function holdingStore(
  { page, request, memoryStores }: Ground,
  preset: 'Careful' | 'Strict' = 'Strict',
) {
  const { id } = await memoryStores.create({ name: 'Guarded' })
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: 'Mina',
      changes: [
        { op: 'write', path: '/facts.md', content: 'one\ntwo\n' },
        { op: 'write', path: '/plan.md', content: 'first\nsecond\n' },
      ],
    },
  ])
  await open(page, `/stores/${id}/policy`)
  await page.getByRole('radio', { name: preset }).check({ force: true })
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/^Saved as revision/)).toBeVisible()
  const { data } = await memoryStores.memories.list(id)
  const idOf = (path: string) => {
    const found = data.find((each) => 'path' in each && each.path === path)
    if (!found || !('id' in found)) throw new Error('not seeded')
    return found.id
  }
  return { id, facts: idOf('/facts.md'), plan: idOf('/plan.md') }
}

/** Writes over the API as an agent without a key; the write is held. */
async function propose(request: APIRequestContext, address: string, data: object) {
  const answer = await request.post(address, { data })
  expect(answer.status()).toBe(403)
  expect(await answer.json()).toMatchObject({ error: { type: 'permission_error' } })
}

async function contentOf(memoryStores: MemoryStores, id: string, memoryId: string) {
  const memory = await memoryStores.memories.retrieve(memoryId, { memory_store_id: id })
  return memory.content
}

const write = (page: Page, name: RegExp) => page.getByRole('region', { name })

/** How much waits, in the head of a changeset, where it stands once for each width of the screen. */
const waitingInHead = (page: Page, words: string) =>
  page.getByText(words, { exact: true }).filter({ visible: true })

test('writes that wait are allowed, rewritten and denied by keys, from the inbox on', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id, facts, plan } = await holdingStore({ page, request, memoryStores })
  const memories = `/v1/memory_stores/${id}/memories`
  await propose(request, `${memories}/${facts}`, { content: 'one\n2\n' })
  await propose(request, `${memories}/${plan}`, { content: 'first\nsecond\nthird\n' })
  await propose(request, memories, { path: '/new.md', content: 'Not wanted.\n' })

  await open(page, '/review')
  await expect(page).toHaveTitle(/^\(3\) Review/)
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByRole('link')).toHaveCount(3)
  await expect(waiting).toContainText('lapses in 3 days')
  await expect(waiting.getByRole('link').first()).toHaveAttribute('aria-current', 'true')
  await expect(waiting.getByRole('listitem').first()).toContainText(
    'A program without a key wants to change facts.md',
  )
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/review\/chgset_/)

  await expect(write(page, /^\/facts\.md.*waits for you$/)).toBeVisible()
  await expect(waitingInHead(page, '3 writes waiting')).toBeVisible()
  await expect(page.getByText('Reviewed', { exact: true })).toHaveCount(0)
  await expect(write(page, /^\/facts\.md/)).toBeFocused()
  await expect(page.locator('.key-bar')).toContainText('Allow')
  await expect(page.getByRole('button', { name: /^Apply/ })).toHaveCount(0)
  await page.keyboard.press('Shift+A')
  await expect(write(page, /^\/facts\.md/).getByRole('button', { name: /^Allow/ })).toBeVisible()
  await page.keyboard.press('a')
  await expect(write(page, /^\/plan\.md/)).toBeFocused()
  await expect(waitingInHead(page, '2 writes waiting')).toBeVisible()
  await expect.poll(() => contentOf(memoryStores, id, facts)).toBe('one\n2\n')

  await page.keyboard.press('e')
  const text = page.getByLabel('What the memory should say')
  await expect(text).toHaveValue('first\nsecond\nthird\n')
  await text.fill('first\nsecond, as Mina says\n')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => contentOf(memoryStores, id, plan)).toBe('first\nsecond, as Mina says\n')

  await expect(write(page, /^\/new\.md/)).toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.type('Ask Mina first.')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const denied = async (): Promise<unknown> => {
    const listed = await request.get(`/v1/memory_stores/${id}/proposals?state=denied`)
    return listed.json()
  }
  await expect
    .poll(denied)
    .toMatchObject({ data: [{ path: '/new.md', message: 'Ask Mina first.' }] })
  await expect(page.getByText('Reviewed', { exact: true })).toBeVisible()
})

test('the first write that waits is answered in the inbox by keys, and what the focus is on is shown beside', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id, facts } = await holdingStore({ page, request, memoryStores })
  const memories = `/v1/memory_stores/${id}/memories`
  await propose(request, `${memories}/${facts}`, { content: 'one\n2\n' })
  await propose(request, memories, { path: '/new.md', content: 'Not wanted.\n' })
  await open(page, '/review')
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect(preview).toContainText('wants to change facts.md')
  await page.keyboard.press('a')
  await expect.poll(() => contentOf(memoryStores, id, facts)).toBe('one\n2\n')
  await expect(preview).toContainText('wants to create new.md')
  await expectAccessible(page)

  // The way to another row and back: what is beside follows, and only that is answered.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(preview.getByRole('link', { name: 'Review' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(preview).toContainText('wants to create new.md')
  await page.keyboard.press('r')
  await page.getByLabel('Why not?').press('Enter')
  await expect(preview.getByText('wants to create')).toHaveCount(0)
})

test('a text for a write that is another now is refused, and stands there with what changed', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id, facts } = await holdingStore({ page, request, memoryStores })
  await request.post(`/v1/memory_stores/${id}/memory_tool`, {
    data: { command: 'str_replace', path: '/memories/facts.md', old_str: 'two', new_str: 'zwei' },
  })
  await open(page, `/review?store=${id}`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  // The inbox shows it too, beside its list.
  await page.waitForURL(/\/review\/chgset_/)
  const held = write(page, /^\/facts\.md.*waits for you$/)
  await expect(held).toBeVisible()
  const at = '2026-05-21T12:00:00Z'
  const changes = [{ op: 'write' as const, path: '/facts.md', content: 'zero\ntwo\n' }]
  await seedHistory(request, id, [{ at, author: 'Mina', changes }])
  await held.getByRole('button', { name: /^Edit/ }).click()
  await held.getByRole('textbox').fill('one\nzwo\n')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(held.getByRole('textbox')).toBeFocused()
  await held.getByRole('button', { name: /^Allow this text/ }).click()
  await expect(held.getByText('This write has changed.')).toBeVisible()
  expect(await contentOf(memoryStores, id, facts)).toBe('zero\ntwo\n')
  // Both are shown, and nothing of one's own is lost before one chooses.
  const meanwhile = held.getByRole('region', { name: 'What else changed' })
  await expect(meanwhile.getByRole('cell', { name: 'zero' })).toBeVisible()
  await expect(held.getByRole('textbox')).toHaveValue('one\nzwo\n')
  await expectAccessible(page)
  await held.getByRole('button', { name: 'Take both' }).click()
  await expect(held.getByRole('textbox')).toHaveValue('one\nzwo\nzero\n')
  await held.getByRole('textbox').fill('zero\nzwo\n')
  await held.getByRole('button', { name: /^Allow this text/ }).click()
  await expect.poll(() => contentOf(memoryStores, id, facts)).toBe('zero\nzwo\n')
})

test('what the inbox sends to the browser does not hold the secret of a write that waits', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id, facts } = await holdingStore({ page, request, memoryStores })
  const token = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`
  const memories = `/v1/memory_stores/${id}/memories`
  await propose(request, `${memories}/${facts}`, { content: `one\ntoken: ${token}\n` })

  await open(page, '/review')
  await expect(page.getByText('token: ghp_••••••••')).toBeVisible()
  expect(await (await page.request.get('/review')).text()).not.toContain(token.slice(5))
  // It is rewritten where it is read, on its page.
  const waiting = page.getByRole('region', { name: /^\/facts\.md.*waits for you$/ })
  await expect(waiting.getByRole('button', { name: 'Deny' })).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(waiting.getByRole('link', { name: 'Edit' })).toBeVisible()

  // No letter allows it, however many are pressed; the question is answered by a chord.
  await page.keyboard.type('a banana')
  const question = waiting.getByRole('alert')
  await expect(question).toContainText('Something critical was found in this write.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toBeHidden()
  expect(await contentOf(memoryStores, id, facts)).toBe('one\ntwo\n')

  // E goes there, to what is written anew.
  await page.keyboard.press('e')
  await page.waitForURL(/\/review\/chgset_\w+\?edit=/)
  const text = page.getByLabel('What the memory should say')
  await expect(text).toBeFocused()
  // There, too, it is masked until it is asked for.
  const held = write(page, /^\/facts\.md.*waits for you$/)
  await expect(held.getByText('token: ghp_••••••••')).toBeVisible()
  await expect(held.getByRole('cell', { name: token })).toHaveCount(0)
  await held.getByRole('button', { name: 'Show in clear' }).click()
  await expect(held.getByRole('cell', { name: token })).toBeVisible()
  await expectAccessible(page)
  await text.fill('one\ntoken: a new one, kept elsewhere\n')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => contentOf(memoryStores, id, facts))
    .toBe('one\ntoken: a new one, kept elsewhere\n')
})

test('a write that waits is listed once, with the rule that holds it and what was found in it', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await holdingStore({ page, request, memoryStores }, 'Careful')
  await propose(request, `/v1/memory_stores/${id}/memories`, {
    path: '/key.md',
    content: `The key is ${SECRET}\n`,
  })
  await open(page, '/review')
  await expect(page.getByRole('region', { name: 'Waiting for you' }).getByRole('link')).toHaveCount(
    1,
  )
  await expect(page.getByRole('region', { name: 'Routine' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Review ?, 1 to review$/ }).first()).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect(preview).toContainText('wants to create key.md')
  await expect(preview).not.toContainText('Nothing open')
  await expect(preview).not.toContainText('0 memories')
  const held = write(page, /^\/key\.md.*waits for you$/)
  await expect(held.getByText('Secret', { exact: true })).toBeVisible()
  await expect(held).toContainText(/any write .*critical/i)
  await expect(held).not.toContainText(SECRET)
  await expectAccessible(page)
})

test('a write that cannot be done any more says why, and shows what it asked for', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await holdingStore({ page, request, memoryStores })
  const memories = `/v1/memory_stores/${id}/memories`
  await propose(request, memories, { path: '/new.md', content: 'Not there yet.\n' })
  await request.post(`/v1/memory_stores/${id}/memory_tool`, {
    data: { command: 'str_replace', path: '/memories/facts.md', old_str: 'two', new_str: 'zwei' },
  })
  await seedHistory(request, id, [
    {
      at: '2026-05-21T12:00:00Z',
      author: 'Mina',
      changes: [
        { op: 'write', path: '/new.md', content: 'Taken.\n' },
        { op: 'write', path: '/facts.md', content: 'zero\n' },
      ],
    },
  ])
  await open(page, '/review')
  const created = write(page, /^\/new\.md.*waits for you$/)
  await expect(created).toContainText('/new.md is taken')
  await expect(created.getByRole('cell', { name: 'Not there yet.' })).toBeVisible()
  await expect(created.getByRole('button', { name: /^Allow/ })).toHaveCount(0)
  // The other one is beside the list once its row has the focus.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const edited = write(page, /^\/facts\.md.*waits for you$/)
  await expect(edited).toContainText('This call will fail')
  await expect(edited.getByRole('cell', { name: 'zwei' })).toBeVisible()
})
