import type { Page } from 'playwright/test'
import { message } from '@/tests/support/messages'
import { create, DONE, memory, say, view } from '@/tests/support/model-server'
import { expectAccessible } from './accessible'
import { expect } from './fixtures'
import { open } from './open'
import { ASKS, test } from './scripted'

const paneOf = (page: Page) => page.getByRole('complementary', { name: 'Memory' })
const BOARD = Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`).join('')
const insert = (insert_line: number, insert_text: string) =>
  memory({ command: 'insert', path: '/memories/board.md', insert_line, insert_text })

test('the memory beside a conversation follows its agent until a person picks one', async ({
  page,
  stores,
  rested,
  models,
  sessions,
}) => {
  const store = await stores.make('Followed', { '/board.md': BOARD, '/status.md': 'green\n' })
  const steps = [{ parts: [view('/memories/status.md')] }, { parts: [insert(60, 'fresh\n')] }]
  const id = await rested({ stores: [store], steps })
  const { agent } = await sessions.retrieve(id)
  const write = async (path: string) => {
    models.script(agent.model.id, { parts: [create(path, 'new\n')] }, DONE)
    await sessions.events.send(id, { events: [message('Again')] })
  }
  await open(page, `/sessions/${id}`)
  const pane = paneOf(page)
  await expect(pane.getByRole('region', { name: '/board.md' })).toContainText('1 line new')
  await expect(pane.getByText('fresh')).toBeInViewport()
  await expect(pane.getByRole('button', { name: 'status.md read' })).toBeVisible()
  await expectAccessible(page)
  await write('/memories/a.md')
  await expect(pane.getByRole('region', { name: '/a.md' })).toContainText('new')
  await pane.getByRole('button', { name: 'board.md written' }).click()
  await write('/memories/b.md')
  await expect(pane.getByRole('button', { name: 'b.md written' })).toBeVisible()
  await expect(pane.getByRole('region', { name: '/board.md' })).toBeVisible()
  await pane.getByRole('button', { name: 'Follow the agent' }).click()
  await expect(pane.getByRole('region', { name: '/b.md' })).toBeVisible()
  await pane.getByRole('link', { name: 'v2', exact: true }).click()
  await expect(page).toHaveURL(/&version=memver_\w+&diff=before$/)
})

test('what others write in a shown memory is there at once', async ({ page, stores, rested }) => {
  const store = await stores.make('Others', { '/board.md': 'one\n' })
  const id = await rested({ stores: [store], steps: [{ parts: [view('/memories/board.md')] }] })
  await open(page, `/sessions/${id}`)
  const shown = paneOf(page).getByRole('region', { name: '/board.md' })
  await expect(shown).toContainText('one')
  await stores.write(store, '/board.md', 'two\n')
  await expect(shown).toContainText('two')
})

test('a text that waits is shown where it would be written', async ({ page, stores, rested }) => {
  const store = await stores.make('Proposed', {})
  const steps = [{ parts: [say('A note.'), create('/memories/note.md', 'proposed\n')] }]
  const id = await rested({ stores: [store], steps, palimpsest: ASKS })
  await open(page, `/sessions/${id}`)
  const shown = paneOf(page).getByRole('region', { name: '/note.md' })
  await expect(shown).toContainText('Not written yet')
  await expect(shown.getByRole('group', { name: 'Proposed content' })).toContainText('proposed')
})
