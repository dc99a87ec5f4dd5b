import { readFileSync } from 'node:fs'
import { gate } from '@/tests/support/model-server'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { holdActs, open, reload } from './open'
import { memoryPane, rowOf, SAVE, toast, versionsOf } from './parts'

test('a memory is edited, its difference seen, and saved; what was left unsaved is offered again', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Edited', { '/notes/deploy.md': 'Ask first.\nDeploy on Friday.\n' })
  await open(page, `/stores/${id}?path=/notes/deploy.md`)
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Text of the memory' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Never on Monday.')
  await page.getByRole('button', { name: 'Show what changes' }).click()
  const difference = page.getByRole('group', { name: '1 line added, 0 lines removed' })
  await expect(difference).toContainText('Never on Monday.')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(page.getByText('You have an unsaved draft of this memory')).toBeVisible()
  await expect(rowOf(page, /unsaved draft/)).toHaveCount(1)
  expect(await stores.contentAt(id, '/notes/deploy.md')).toBe('Ask first.\nDeploy on Friday.\n')
  await page.getByRole('link', { name: 'Continue editing' }).click()
  await expect(page.getByText('Your unsaved text is back.')).toBeVisible()
  await page.keyboard.press(SAVE)
  await expect(memoryPane(page)).toContainText('Never on Monday.')
  expect(await stores.contentAt(id, '/notes/deploy.md')).toBe(
    'Ask first.\nDeploy on Friday.\nNever on Monday.',
  )
  await expect(versionsOf(page).getByRole('checkbox')).toHaveCount(2)
  await expect(page.getByText('You have an unsaved draft of this memory')).toBeHidden()
  await page.keyboard.press('z')
  await expect(memoryPane(page)).not.toContainText('Never on Monday.')
  await expect(versionsOf(page).getByRole('checkbox')).toHaveCount(3)
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Text of the memory' }).press('#')
  await page.keyboard.press(SAVE)
  await expect(versionsOf(page).getByRole('checkbox')).toHaveCount(4)
  const moved = { memory_store_id: id, path: '/moved.md' }
  await stores.memories.update(await stores.memoryAt(id, '/notes/deploy.md'), moved)
  await page.keyboard.press('z')
  await expect(page.getByText(/^\/moved.md changed since you looked/)).toBeVisible()
})

test('the browser asks before a page is closed while a text is unsaved, elsewhere too', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Unsaved', { '/a.md': 'one\n', '/b.md': 'two\n' })
  await open(page, `/stores/${id}?path=/a.md&view=edit`)
  await expect(page.getByRole('textbox', { name: 'Text of the memory' })).toBeFocused()
  await page.keyboard.type('unsaved ')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  const leave = () => page.evaluate(() => window.location.assign('/sessions'))
  await leave()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await rowOf(page, /^b\.md/).click()
  await expect(memoryPane(page)).toContainText('two')
  await leave()
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload'])
  await rowOf(page, /^a\.md/).click()
  await page.getByRole('button', { name: 'Discard the draft' }).click()
  await expect(page.getByText('You have an unsaved draft')).toBeHidden()
  await leave()
  await page.waitForURL('/sessions')
  expect(asked).toHaveLength(2)
})

test('who saves second is shown what came first, and loses nothing', async ({ page, stores }) => {
  const lines = ['Ask first.', 'Then deploy.', 'Then rest.', 'Then tell.', '']
  const id = await stores.make('Merged', { '/a.md': lines.join('\n') })
  const agentWrites = (content: string) => stores.write(id, '/a.md', content)
  await open(page, `/stores/${id}?memory=${await stores.memoryAt(id, '/a.md')}&view=edit`)
  const text = page.getByRole('textbox', { name: 'Text of the memory' })
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Always: ')
  await agentWrites(['Ask first.', 'Then deploy.', 'Then rest.', 'Then tell all.', ''].join('\n'))
  await page.getByRole('button', { name: 'Save' }).click()
  const first = page.getByRole('alert').filter({ hasText: 'Somebody saved first.' })
  await expect(first).toContainText('Both changes fit together.')
  await first.getByRole('button', { name: 'What else changed' }).click()
  await expect(first).toContainText('Then tell all.')
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Take both' }).click()
  const whyNot = page.getByText('changed since you looked')
  await expect(whyNot).toHaveCount(0)

  await agentWrites(['Ask nobody.', 'Then deploy.', 'Then rest.', 'Then tell all.', ''].join('\n'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(first).toContainText('changes the same lines')
  await first.getByRole('button', { name: 'Merge…' }).click()
  await expect(page.getByText('1 of 1 conflict open')).toBeVisible()
  await expect(whyNot).toHaveCount(0)
  const conflict = memoryPane(page).getByRole('region', { name: 'Line 1' })
  await expect(conflict).toContainText('Ask nobody.')
  await expect(conflict).toContainText('Always: Ask first.')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Edit' }).click()
  await expect(conflict.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(conflict.getByRole('button', { name: 'Edit' })).toBeFocused()
  await conflict.getByRole('button', { name: 'Both' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved')).toBeVisible()
  const saved = await stores.contentAt(id, '/a.md')
  expect(saved.split('\n').toSorted()).toEqual(
    [
      'Ask nobody.',
      'Always: Ask first.',
      'Then deploy.',
      'Then rest.',
      'Then tell all.',
      '',
    ].sort(),
  )
})

test('from a line one comes to its writer, to the change, and to what stood there before', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Blamed', { '/a.md': 'Deploy on Friday.\nAsk first.\n' })
  await stores.write(id, '/a.md', 'Deploy on Monday.\nAsk first.\n')
  await page.clock.install()
  await open(page, `/stores/${id}?memory=${await stores.memoryAt(id, '/a.md')}`)
  await page.getByRole('switch', { name: 'Blame' }).click()
  const blamed = page.getByRole('list', { name: 'Blame' })
  const line = blamed.getByRole('link', { name: /v2, from line 1/ })
  await expect(blamed.getByRole('link', { name: /v1, from line 2/ })).toBeVisible()
  await page.clock.fastForward('02:00:00')
  await line.focus()
  await expect(blamed.getByText('v2 · 1 line still stands')).toBeVisible()
  await expect(blamed.getByText('2 h')).toHaveCount(3)
  await expectAccessible(page)
  await blamed.getByRole('link', { name: 'Before this' }).click()
  await expect(memoryPane(page)).toContainText('Deploy on Friday.')
  await page.goBack()
  await line.click()
  await expect(page.getByText('v1 compared with v2')).toBeVisible()
  await expect(page.getByRole('group', { name: '1 line added, 1 line removed' })).toBeVisible()
  await page.getByRole('link', { name: 'Side by side' }).click()
  await expect(page).toHaveURL(/layout=split/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the content' }).click()
  await page.getByRole('link', { name: 'Line 2' }).click()
  await expect(page).toHaveURL(/#L2$/)
})

test('a memory is seen as the agent sees it, as Markdown, by its readers, and as a file', async ({
  page,
  stores,
}) => {
  const table = `| Kind | Why |\n| - | - |\n| function | ${'it is '.repeat(60)}|\n`
  const content = `# Deploy\n\n- [x] ask\n- [ ] tell\n\n${table}`
  const id = await stores.make('Seen', { '/notes/a.md': content, '/notes/.draft': 'hidden' })
  const memoryId = await stores.memoryAt(id, '/notes/a.md')
  await open(page, `/stores/${id}?memory=${memoryId}&view=reads`)
  await expect(page.getByText('Never read.')).toBeVisible()
  await stores.memories.retrieve(memoryId, { memory_store_id: id, view: 'full' })
  await reload(page)
  const reads = page.getByRole('table', { name: 'Who read it' })
  await expect(reads.getByRole('row').nth(1)).toContainText(/v1\s*1/)

  await page.getByRole('link', { name: 'Agent’s view' }).click()
  await expect(page.getByText("Here's the content of /memories/notes/a.md")).toBeVisible()
  await expect(page.getByText('The agent doesn’t see 1 entry')).toContainText('/notes/.draft')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(memoryPane(page).getByRole('heading', { name: 'Deploy' })).toBeVisible()
  await expect(memoryPane(page).getByRole('listitem')).toHaveCount(2)
  const word = await page.getByRole('cell', { name: 'function' }).boundingBox()
  expect(word?.width).toBeGreaterThan(60)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'More actions' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('a.md')
  expect(readFileSync(await download.path(), 'utf8')).toBe(content)
  await stores.write(id, '/notes/a.md', 'put right\n')
  await expect(page.getByTitle('Not read by an agent since its last change')).toHaveCount(2)
})

test('the panes are sized by key, and stay as they were left', async ({ page, stores }) => {
  const id = await stores.make('Panes', { '/a.md': 'a\n' })
  await open(page, `/stores/${id}?path=/a.md`)
  const border = page.getByRole('separator', { name: 'Width: Memories' })
  const before = Number(await border.getAttribute('aria-valuenow'))
  await border.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(border).toHaveAttribute('aria-valuenow', `${before + 80}`)
  await reload(page)
  await expect(border).toHaveAttribute('aria-valuenow', `${before + 80}`)
})

test('what is typed while the text is saved stays, and is saved next', async ({ page, stores }) => {
  const id = await stores.make('Goes on', { '/a.md': '' })
  await open(page, `/stores/${id}?path=/a.md&view=edit`)
  const text = page.getByRole('textbox', { name: 'Text of the memory' })
  await expect(text).toBeFocused()
  await page.keyboard.type('first')
  const letGo = await holdActs(page, '**/stores/**')
  await page.keyboard.press(SAVE)
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await page.keyboard.type(' and second')
  letGo()
  await expect(toast(page, 'Saved')).toBeVisible()
  expect(await stores.contentAt(id, '/a.md')).toBe('first')
  await page.unrouteAll()
  const log = gate()
  await page.route('**/log?*', (route) => log.opened.then(() => route.continue()))
  await page.keyboard.press(SAVE)
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect.poll(() => stores.contentAt(id, '/a.md')).toBe('first and second')
  log.open()
  await expect(page).toHaveURL('/log')
})
