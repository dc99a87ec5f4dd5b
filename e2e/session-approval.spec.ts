import type { Page } from 'playwright/test'
import { create, memory, say } from '@/tests/support/model-server'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible'
import { expect } from './fixtures'
import { open } from './open'
import { test } from './scripted'

const cardOf = (page: Page, name: RegExp) => page.getByRole('article', { name })
const replace = (old_str: string, new_str: string) =>
  memory({ command: 'str_replace', path: '/memories/board.md', old_str, new_str })

test('a write is seen as it would land, and allowed by a key', async ({ page, stores, rested }) => {
  const parts = [say('I correct the board.'), replace('two', 'three')]
  const memories = { '/board.md': 'one\ntwo\n' }
  const { id, store } = await rested([{ parts }], { memories, asks: true })
  await open(page, `/sessions/${id}`)
  const card = cardOf(page, /^Wants to edit/)
  await expect(card.getByRole('group', { name: '1 line added, 1 line removed' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('region', { name: 'Conversation' }).focus()
  const bar = page.locator('footer.key-bar')
  for (const words of ['Allow', 'Edit', 'Deny']) await expect(bar).toContainText(words)
  await page.keyboard.press('a')
  await expect(cardOf(page, /^Edited/)).toContainText('Allowed by you')
  expect(await stores.contentAt(store, '/board.md')).toBe('one\nthree\n')
  await expect(cardOf(page, /^Edited/).getByRole('link', { name: 'v1 → v2' })).toBeVisible()
})

test('a write is denied with words that the agent reads', async ({ page, rested, models }) => {
  const steps = [{ parts: [create('/memories/secret.md', 'x\n')] }]
  const { id, model } = await rested(steps, { asks: true })
  await open(page, `/sessions/${id}`)
  await cardOf(page, /^Wants to create/).focus()
  await page.keyboard.press('r')
  const words = page.getByRole('textbox', { name: 'Why not?' })
  await expect(words).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(cardOf(page, /^Wants to create/)).toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.type('Only the board.')
  await page.keyboard.press('ControlOrMeta+Enter')
  const card = cardOf(page, /^Create/)
  await expect(card).toContainText('Denied by you')
  await expect(card).toContainText('You said: Only the board.')
  await card.getByText('What it would have changed').click()
  await expect(card.getByRole('group', { name: '1 line added' })).toBeVisible()
  const sent = () => JSON.stringify(models.requests(model).at(-1)?.messages.at(-1))
  await expect.poll(sent).toContain('They say: Only the board.')
})

test('a text that waits is shown where it would be written; a person edits it, and that lands', async ({
  page,
  stores,
  rested,
}) => {
  const steps = [{ parts: [create('/memories/plan.md', 'Ship on Friday.\n')] }]
  const { id, store } = await rested(steps, { asks: true })
  await open(page, `/sessions/${id}`)
  const beside = page.getByRole('complementary', { name: 'Memory' })
  const shown = beside.getByRole('region', { name: '/plan.md' })
  await expect(shown).toContainText('Not written yet')
  await expect(shown.getByRole('group', { name: 'Proposed content' })).toContainText('on Friday')
  const edit = cardOf(page, /^Wants to create/).getByRole('button', { name: 'Edit' })
  await edit.focus()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'The text to be written' }).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Ship on Monday.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(cardOf(page, /^Created/)).toContainText('Edited by you')
  expect(await stores.contentAt(store, '/plan.md')).toBe('Ship on Monday.')
})

test('a secret in a write that waits is masked, and no letter alone allows it', async ({
  page,
  stores,
  rested,
}) => {
  const key = `ghp_${'a1B2c3'.repeat(6)}`
  const steps = [{ parts: [create('/memories/ci.md', `token ${key}\n`)] }]
  const { id, store } = await rested(steps, { asks: true })
  await open(page, `/sessions/${id}`)
  const card = cardOf(page, /^Wants to create/)
  await expect(card).toContainText('ghp_••••')
  await expect(card.getByRole('button', { name: 'Allow', exact: true })).toBeEnabled()
  await card.focus()
  await page.keyboard.press('a')
  const asked = page.getByRole('dialog', { name: 'Allow it with what was found?' })
  await expect(asked).toContainText('GitHub key or token')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect((await stores.memories.list(store)).data).toEqual([])
  expect(await page.content()).not.toContain(key)
  await card.focus()
  await page.keyboard.press('a')
  await asked.getByRole('button', { name: 'Allow anyway' }).click()
  await expect(cardOf(page, /^Created/)).toContainText('Allowed by you')
  expect(await stores.contentAt(store, '/ci.md')).toContain(key)
  expect(await page.content()).not.toContain(key)
})

test('a write that others overtook is shown anew, not saved', async ({ page, stores, rested }) => {
  const memories = { '/board.md': 'one\ntwo\nthree\nfour\n' }
  const steps = [{ parts: [replace('four', 'five')] }]
  const { id, store } = await rested(steps, { memories, asks: true })
  await open(page, `/sessions/${id}`)
  const card = cardOf(page, /^Wants to edit/)
  await expect(card.getByRole('button', { name: 'Allow', exact: true })).toBeEnabled()
  const content = 'zero\ntwo\nthree\nfour\n'
  await stores.write(store, '/board.md', content)
  await card.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(card.getByRole('alert')).toContainText('The write changed since you looked')
  await expect(card).toContainText('zero')
  await card.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(cardOf(page, /^Edited/)).toBeVisible()
  expect(await stores.contentAt(store, '/board.md')).toBe('zero\ntwo\nthree\nfive\n')
})

test('of several waiting calls each is decided in turn, by the keys of the one in focus', async ({
  page,
  stores,
  rested,
}) => {
  const parts = ['a', 'b', 'c'].map((name) => create(`/memories/${name}.md`, `${name}\n`))
  const { id, store } = await rested([{ parts }], { asks: true })
  await open(page, `/sessions/${id}`)
  const waiting = cardOf(page, /^Wants to create/)
  await expect(waiting).toHaveCount(3)
  await expect(waiting.nth(1).getByRole('button', { name: 'Allow', exact: true })).toBeEnabled()
  await waiting.nth(1).focus()
  await page.keyboard.press('a')
  await expect(cardOf(page, /Allowed$/)).toHaveCount(1)
  await expect(cardOf(page, /Wants to create c\.md/).or(waiting.last())).toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(waiting).toHaveCount(1)
  await expect(waiting).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation.getByText('Done.')).toBeVisible()
  expect(await stores.contentAt(store, '/b.md')).toBe('b\n')
  await expect(cardOf(page, /^Created/)).toHaveCount(2)
})

test('an agent that waits is stopped, and what it wanted to write is not', async ({
  page,
  rested,
}) => {
  const { id } = await rested([{ parts: [create('/memories/a.md', 'a\n')] }], { asks: true })
  await open(page, `/sessions/${id}`)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('You stopped the agent.')).toBeVisible()
  await expect(cardOf(page, /^Create/)).toContainText('withdrawn before anybody decided')
})

test('all is allowed for a session once asked', async ({ page, rested }) => {
  const steps = ['a', 'b'].map((name) => ({ parts: [create(`/memories/${name}.md`, 'x\n')] }))
  const { id } = await rested(steps, { asks: true })
  await open(page, `/sessions/${id}`)
  await cardOf(page, /^Wants to create/)
    .getByRole('button', { name: 'Allow all' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Allow all writes of this session?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Allow all in this session' }).click()
  await expect(cardOf(page, /^Created/)).toHaveCount(2)
})
