import type { Page } from 'playwright/test'
import { create, DONE, memory, view } from '@/tests/support/model-server'
import { expectAccessible } from './accessible'
import { expect } from './fixtures'
import { open } from './open'
import { test } from './scripted'

const paneOf = (page: Page) => page.getByRole('complementary', { name: 'Memory' })
const BOARD = Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`).join('')
const insert = (insert_line: number, insert_text: string) =>
  memory({ command: 'insert', path: '/memories/board.md', insert_line, insert_text })

test('the memory beside a conversation follows its agent, and what others write in it, until a person picks one', async ({
  page,
  stores,
  rested,
  models,
}) => {
  const memories = { '/board.md': BOARD, '/status.md': 'green\n' }
  const steps = [{ parts: [view('/memories/status.md')] }, { parts: [insert(60, 'fresh\n')] }]
  const { id, store, model, send } = await rested(steps, { memories })
  const write = async (path: string) => {
    models.script(model, { parts: [create(path, 'new\n')] }, DONE)
    await send('Again')
  }
  await open(page, `/sessions/${id}`)
  const pane = paneOf(page)
  await expect(pane.getByRole('region', { name: '/board.md' })).toContainText('1 line new')
  await expect(pane.getByText('fresh')).toBeInViewport()
  await expect(pane.getByRole('button', { name: 'status.md read' })).toBeVisible()
  await expectAccessible(page)
  await write('/memories/a.md')
  await expect(pane.getByRole('region', { name: '/a.md' })).toContainText('new')
  await stores.write(store, '/a.md', 'by others\n')
  await expect(pane.getByRole('region', { name: '/a.md' })).toContainText('by others')
  await pane.getByRole('button', { name: 'board.md written' }).click()
  await write('/memories/b.md')
  await expect(pane.getByRole('button', { name: 'b.md written' })).toBeVisible()
  await expect(pane.getByRole('region', { name: '/board.md' })).toBeVisible()
  await pane.getByRole('button', { name: 'Follow the agent' }).click()
  await expect(pane.getByRole('region', { name: '/b.md' })).toBeVisible()
  await pane.getByRole('link', { name: 'v2', exact: true }).click()
  await expect(page).toHaveURL(/&version=memver_\w+&diff=before$/)
})
