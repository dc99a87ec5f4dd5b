import { readFileSync } from 'node:fs'
import type Anthropic from '@anthropic-ai/sdk'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload, walkTo } from './open'

type MemoryStores = Anthropic['beta']['memoryStores']

/** A store with a memory of these contents, one version each. */
async function memoryWith(memoryStores: MemoryStores, contents: readonly string[]) {
  const { id: storeId } = await memoryStores.create({ name: 'Versions' })
  const [first = '', ...later] = contents
  const memory = await memoryStores.memories.create(storeId, {
    path: '/notes/a.md',
    content: first,
  })
  for (const content of later) {
    await memoryStores.memories.update(memory.id, { memory_store_id: storeId, content })
  }
  const address = `/stores/${storeId}?memory=${memory.id}`
  return { storeId, memoryId: memory.id, address }
}

test('an earlier version is restored as a new one', async ({ page, memoryStores }) => {
  const { address } = await memoryWith(memoryStores, ['right\n', 'wrong\n'])
  await open(page, address)
  await page.getByRole('link', { name: 'right v1' }).click()
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('right')
  await page.getByRole('link', { name: 'Restore this version…' }).click()
  await page.getByRole('button', { name: 'Restore v1' }).click()
  await page.getByRole('link', { name: 'Open the memory' }).click()
  await expect(page.getByRole('link', { name: 'right v3' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('right')
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText('restored')
})

test('an address of a version that the memory does not have says so, and leads to the memory as it is', async ({
  page,
  memoryStores,
}) => {
  const { address, storeId, memoryId } = await memoryWith(memoryStores, ['one\n'])
  const other = await memoryStores.memories.create(storeId, { path: '/other.md', content: 'x\n' })
  for (const asked of [
    'version=memver_none',
    'version=memver_none&diff=before',
    `version=${other.memory_version_id}`,
    'from=memver_none&to=memver_none',
  ]) {
    await open(page, `${address}&${asked}`)
    await expect(page.getByText('This memory has no such version')).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the content' }).click()
  await expect(page).toHaveURL(new RegExp(`memory=${memoryId}$`))
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('one')
  // A version alone leads to its memory; one that is not there is not passed over in silence.
  await open(page, `/stores/${storeId}?version=${other.memory_version_id}`)
  await expect(page).toHaveURL(new RegExp(`memory=${other.id}`))
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('x')
  await walkTo(page, `/stores/${storeId}?version=memver_none`)
  await expect(page.getByText('No memory at this address')).toBeVisible()
})

test('the difference of a rename says from where, and that the text is the same', async ({
  page,
  memoryStores,
}) => {
  const { address, storeId, memoryId } = await memoryWith(memoryStores, ['one\n'])
  const { memory_version_id: version } = await memoryStores.memories.update(memoryId, {
    memory_store_id: storeId,
    path: '/notes/b.md',
  })
  await open(page, `${address}&version=${version}&diff=before`)
  await expect(page.getByText('Renamed from /notes/a.md; the text is unchanged.')).toBeVisible()
})

test('a megabyte is pasted into the editor, which tells by how much it is over and can be typed on', async ({
  page,
  memoryStores,
}) => {
  const { address } = await memoryWith(memoryStores, ['one\n'])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `${address}&view=edit`)
  await page.getByRole('textbox', { name: 'Text of the memory' }).click()
  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText('0123456789abcde\n'.repeat(65_536)))
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await expect(page.getByText('1,048,576 of 102,400 bytes')).toBeVisible()
  await page.keyboard.type('end')
  await expect(page.getByText('1,048,579 of 102,400 bytes')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Not saved: 946,179 bytes over the limit.')).toBeVisible()
})

test('a memory is had as a file: its text, or every version of it', async ({
  page,
  memoryStores,
}) => {
  const { address } = await memoryWith(memoryStores, ['one\n', 'two\n'])
  await open(page, address)
  const saved = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name, exact: true }).click()
    const file = await download
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  expect(await saved('Download')).toEqual({ name: 'a.md', text: 'two\n' })
  const history = await saved('Download with history')
  expect(history.name).toMatch(/^mem_\w+\.jsonl$/)
  expect(history.text.trim().split('\n')).toHaveLength(2)
  const version = await page.request.get(
    `${address.replace('?memory=', '/memories/')}?version=memver_none`,
  )
  expect(version.status()).toBe(404)
})

test('a deleted memory is brought back from the version before', async ({ page, memoryStores }) => {
  const { address, storeId, memoryId } = await memoryWith(memoryStores, ['kept\n'])
  await memoryStores.memories.delete(memoryId, { memory_store_id: storeId })
  await open(page, address)
  await expect(page.getByText(/^Deleted with v\d+/)).toBeVisible()
  // Its last text stays readable, and the way back is beside it.
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('kept')
  await page.getByRole('link', { name: 'Bring the memory back…' }).click()
  await page.getByRole('button', { name: 'Restore v1' }).click()
  await page.getByRole('link', { name: 'Open the memory' }).click()
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('kept')
})

test('what the store refuses is said where it was asked for', async ({ page, memoryStores }) => {
  const { address, storeId, memoryId } = await memoryWith(memoryStores, ['kept\n'])
  await memoryStores.memories.delete(memoryId, { memory_store_id: storeId })
  await memoryStores.memories.create(storeId, { path: '/notes/a.md', content: 'another' })
  await open(page, address)
  await page.getByRole('link', { name: 'kept v1' }).click()
  await page.getByRole('link', { name: 'Bring the memory back…' }).click()
  await page.getByRole('button', { name: 'Restore v1' }).click()
  await expect(page.getByText('/notes/a.md is taken: /notes/a.md already exists.')).toBeVisible()
})

test('a version is redacted only after a deliberate act', async ({ page, memoryStores }) => {
  const { address } = await memoryWith(memoryStores, ['token sk-live-1\n', 'clean\n'])
  await open(page, address)
  await page.getByRole('link', { name: 'token sk-live-1 v1' }).click()
  await page.getByRole('button', { name: 'Redact…' }).click()
  const redact = page.getByRole('button', { name: 'Redact this version' })
  await expect(redact).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('I understand that nobody can bring it back.').check()
  await redact.click()
  await expect(page.getByText(/^Redacted on .* by .*: the content and path of v\d+/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Redacted v1' })).toBeVisible()
  await expect(page.getByText('sk-live-1')).toBeHidden()
})

test('a person reads what the agent is answered, and what it does not see', async ({
  page,
  memoryStores,
}) => {
  const { address, storeId } = await memoryWith(memoryStores, ['one\ntwo\n'])
  await memoryStores.memories.create(storeId, { path: '/notes/.draft', content: 'hidden' })
  await open(page, address)
  await page.getByRole('link', { name: 'Agent’s view' }).click()
  await expect(
    page.getByText("Here's the content of /memories/notes/a.md with line numbers:"),
  ).toBeVisible()
  await expect(page.getByText('The agent sees all of it.')).toBeVisible()
  await expect(page.getByText('The agent doesn’t see 1 entry')).toContainText('/notes/.draft')
})

test('a person sees who read a memory', async ({ page, memoryStores }) => {
  const { address, storeId, memoryId } = await memoryWith(memoryStores, ['read me\n'])
  await open(page, `${address}&view=reads`)
  await expect(page.getByText('Never read.')).toBeVisible()
  await memoryStores.memories.retrieve(memoryId, { memory_store_id: storeId })
  await reload(page)
  const reads = page.getByRole('table', { name: 'Who read this memory' })
  await expect(reads.getByRole('row').nth(1)).toContainText('Programs without a key')
})

test('the panes are sized by key, and stay as they were left', async ({ page, memoryStores }) => {
  const { address } = await memoryWith(memoryStores, ['text\n'])
  await open(page, address)
  const border = page.getByRole('separator', { name: 'Width of the tree' })
  await expect(border).toHaveAttribute('aria-valuenow', '256')
  await border.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(border).toHaveAttribute('aria-valuenow', '336')
  // The browser keeps a cookie a moment after a script has set it.
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'panes')?.value)
    .toMatch(/^336-/)
  await reload(page)
  await expect(border).toHaveAttribute('aria-valuenow', '336')
  await expect(page.getByRole('navigation', { name: 'Tree' })).toHaveCSS('width', '336px')
})

test('the dashboard speaks the language that the browser asks for, until another is chosen', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'de-CH', baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await open(page, '/')
  await expect(page.getByRole('link', { name: 'Speicher', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await open(page, '/settings/installation')
  await page.getByLabel('Sprache').selectOption('ko')
  await expect(page.getByRole('link', { name: '저장소', exact: true })).toBeVisible()
  await reload(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await context.close()
})

test('a person finds who wrote a line, what it changed, and what stood there before', async ({
  page,
  memoryStores,
}) => {
  const { address } = await memoryWith(memoryStores, [
    'port 80\nhost a\n',
    'port 8080\nhost a\n',
    'port 8080\nhost a\nuser b\n',
  ])
  await open(page, address)
  await page.getByRole('switch', { name: 'Blame' }).click()
  const blame = page.getByRole('table', { name: 'Blame' })
  const rows = blame.getByRole('row')
  await expect(rows.nth(1)).toContainText(/v2.*port 8080/s)
  await expect(rows.nth(2)).toContainText(/v1.*host a/s)
  await expect(rows.nth(3)).toContainText(/v3.*user b/s)
  await rows.nth(2).getByRole('button').hover()
  await expect(rows.nth(2).getByText('1 of its 2 lines are still there')).toBeVisible()
  await expectAccessible(page)
  await rows.nth(1).getByRole('button').focus()
  await page.mouse.move(0, 0)
  await rows.nth(1).getByRole('link', { name: 'Before this' }).click()
  await expect(blame.getByRole('row').nth(1)).toContainText(/v1.*port 80/s)
  await page.goBack()
  await rows.nth(1).getByRole('button').hover()
  await rows.nth(1).getByRole('link', { name: 'Open change' }).click()
  await expect(page.getByText('v1 compared with v2')).toBeVisible()
})

test('a memory is edited: its size, what changes, and saved as a new version', async ({
  page,
  memoryStores,
}) => {
  const { address, storeId, memoryId } = await memoryWith(memoryStores, ['one\r\ntwo\nthree\r\n'])
  await open(page, address)
  const keys = page.getByLabel('Keys of this page')
  await expect(keys).toContainText('Comment')
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text of the memory' }).focus()
  await expect(keys).toHaveText(/^Ctrl ↵\s*Save\s*Esc\s*Cancel$/, { useInnerText: true })
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('zero ')
  await expect(page.getByText('21 of 102,400 bytes')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await expect(page.getByText(/^\d+ changes?$/)).toBeVisible()
  await page.getByRole('button', { name: 'Back to the text' }).click()
  await page.getByRole('textbox', { name: 'Text of the memory' }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Content' })).toContainText('zero one')
  await expect(page.getByRole('link', { name: 'Edit' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'zero one v2' })).toBeVisible()
  const saved = await memoryStores.memories.retrieve(memoryId, { memory_store_id: storeId })
  expect(saved.content).toBe('zero one\r\ntwo\nthree\r\n')
})

test('who saves second is told, and both changes are kept where they fit', async ({
  page,
  memoryStores,
}) => {
  const { address, storeId, memoryId } = await memoryWith(memoryStores, ['a\nb\nc\nd\ne\n'])
  await open(page, `${address}&view=edit`)
  await page.getByRole('textbox', { name: 'Text of the memory' }).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('mine ')
  await memoryStores.memories.update(memoryId, {
    memory_store_id: storeId,
    content: 'a\nb\nc\nd\ntheirs e\n',
  })
  await expect(page.getByText('This memory changed while you were editing.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').getByText('both changes fit together')).toBeVisible()
  const other = page.getByRole('region', { name: 'What else changed' })
  await expect(other.getByText('theirs e')).toBeVisible()
  await expect(other.getByText('mine a')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take both' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'mine a v3' })).toBeVisible()
  const saved = await memoryStores.memories.retrieve(memoryId, { memory_store_id: storeId })
  expect(saved.content).toBe('mine a\nb\nc\nd\ntheirs e\n')
})

test('who saves second in the same lines decides each place by keys', async ({
  page,
  memoryStores,
}) => {
  const { address, storeId, memoryId } = await memoryWith(memoryStores, ['a\nb\n'])
  await open(page, `${address}&view=edit`)
  await page.getByRole('textbox', { name: 'Text of the memory' }).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('mine ')
  await memoryStores.memories.update(memoryId, {
    memory_store_id: storeId,
    content: 'theirs a\nb\n',
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').getByText('Your draft is kept.')).toBeVisible()
  await expect(page.getByText('1 of 1 conflict open')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(page.getByRole('group', { name: 'Line 1: Changed on both sides' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('group', { name: 'Line 1: Theirs used' })).toBeVisible()
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Both', exact: true }).click()
  await expect(page.getByText('All decided')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: 'mine a v3' })).toBeVisible()
  const saved = await memoryStores.memories.retrieve(memoryId, { memory_store_id: storeId })
  expect(saved.content).toBe('theirs a\nmine a\nb\n')
})

test('what was typed and not saved stays a draft, told in the tree and offered again, until it is discarded', async ({
  page,
  memoryStores,
}) => {
  const { address, storeId } = await memoryWith(memoryStores, ['one\n'])
  const full = `${'x'.repeat(99)}\n`.repeat(1024).slice(1)
  await memoryStores.memories.create(storeId, { path: '/notes/b.md', content: full })
  await open(page, `${address}&view=edit`)
  const field = page.getByRole('textbox', { name: 'Text of the memory' })
  await field.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('unsaved ')
  const tree = page.getByRole('tree', { name: 'Memories' })
  await tree.getByRole('treeitem', { name: /^b\.md/ }).click()
  await expect(page.getByRole('heading', { name: '/notes/b.md' })).toBeVisible()
  await tree.getByRole('treeitem', { name: /^a\.md.*unsaved draft/ }).click()
  await expect(page.getByText('You have an unsaved draft of this memory')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue editing' }).click()
  await expect(page.getByText('Your unsaved text is back.')).toBeVisible()
  await expect(page.getByText('12 of 102,400 bytes')).toBeVisible()

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Discard my text' }).click()
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('one')
  await expect(tree.getByRole('treeitem', { name: /unsaved draft/ })).toHaveCount(0)

  await tree.getByRole('treeitem', { name: /^b\.md/ }).click()
  await expect(page.getByRole('heading', { name: '/notes/b.md' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await field.focus()
  await page.keyboard.type('two')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Not saved: 2 bytes over the limit.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave, keep the draft' }).click()
  await expect(page.getByText('You have an unsaved draft of this memory')).toBeVisible()

  // Discarded before the question is there, the text does not keep its editor open.
  await page.getByRole('link', { name: 'Continue editing' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const beside = page.locator('.edit-memory').getByText('Discard my text')
  await beside.evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('list', { name: 'Content' })).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: /unsaved draft/ })).toHaveCount(0)
})

test('the browser asks before a page is closed while there is an unsaved text, elsewhere too', async ({
  page,
  memoryStores,
}) => {
  const { address, storeId } = await memoryWith(memoryStores, ['one\n'])
  await memoryStores.memories.create(storeId, { path: '/notes/b.md', content: 'two\n' })
  await open(page, `${address}&view=edit`)
  await page.getByRole('textbox', { name: 'Text of the memory' }).focus()
  await page.keyboard.type('unsaved ')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  const leave = () => page.evaluate(() => window.location.assign('/sessions'))
  await leave()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  const tree = page.getByRole('tree', { name: 'Memories' })
  await tree.getByRole('treeitem', { name: /^b\.md/ }).click()
  await expect(page.getByRole('heading', { name: '/notes/b.md' })).toBeVisible()
  await leave()
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload'])
  await tree.getByRole('treeitem', { name: /^a\.md/ }).click()
  await page.getByRole('link', { name: 'Continue editing' }).click()
  await expect(page.getByText('Your unsaved text is back.')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('link', { name: 'unsaved one v2' })).toBeVisible()
  await leave()
  await page.waitForURL('/sessions')
  expect(asked).toHaveLength(2)
})

test('Markdown is previewed without running or loading what an agent wrote', async ({
  page,
  memoryStores,
}) => {
  const { address } = await memoryWith(memoryStores, [
    '# Plan\n\n<script>window.hacked = true</script>\n\n![pixel](https://evil.example/p.png)\n\n[run](javascript:window.hacked=true)\n\n- [x] done\n',
  ])
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1')) foreign.push(request.url())
  })
  await open(page, address)
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(
    page.locator('.markdown').getByText('<script>window.hacked = true</script>'),
  ).toBeVisible()
  await expect(page.getByText('Image, not loaded')).toBeVisible()
  await expect(page.getByRole('link', { name: 'run' })).toHaveCount(0)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(foreign).toEqual([])
})

test('characters that hide or deceive are shown, and copied as they are', async ({
  page,
  memoryStores,
}) => {
  const line = 'run \u202egnp.sh\u200b \u001b[31mnow'
  const { address } = await memoryWith(memoryStores, [`${line}\n`])
  await open(page, address)
  const content = page.getByRole('list', { name: 'Content' })
  const hidden = content.locator('[data-hidden]')
  expect(await hidden.evaluateAll((marks) => marks.map((mark) => mark.dataset.hidden))).toEqual([
    'RLO',
    'ZWSP',
    'ESC[31m',
  ])
  expect(await content.locator('code').textContent()).toBe(line)
  await expect(content).toContainText('Finding: Reversed text direction')
  const copied = await content.evaluate((list) => {
    getSelection()?.selectAllChildren(list)
    return getSelection()?.toString()
  })
  expect(copied).toBe(line)
})
