import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload } from './open'
import { agentsFolder, ownPorts } from './ports'

const claude = path.join(agentsFolder(ownPorts.application), 'claude')
const project = path.join(claude, 'projects/-work-lighthouse')
/** Settings of Claude Code, with an entry that is none of our business. */
const SETTINGS = '{\n  "model": "kept"\n}\n'
const memory = path.join(project, 'memory')

test.beforeEach(() => {
  mkdirSync(memory, { recursive: true })
  writeFileSync(path.join(project, 'one.jsonl'), '{"cwd":"/work/lighthouse"}\n')
  writeFileSync(path.join(memory, 'MEMORY.md'), '- [Build](build.md)\n- [Gone](gone.md)\n')
  writeFileSync(path.join(memory, 'build.md'), 'use make\n')
  writeFileSync(path.join(claude, 'settings.json'), SETTINGS)
})
test.afterEach(() => {
  rmSync(project, { recursive: true })
  rmSync(path.join(claude, 'settings.json'))
})

test('what Claude Code remembers is found, connected both ways, followed, asked about, paused and merged', async ({
  page,
  memoryStores,
}) => {
  await open(page, '/connections')
  const found = page.getByRole('list', { name: 'Found on this machine' })
  await expect(found).toContainText('lighthouse')
  await expect(found).toContainText('MEMORY.md lists 1 missing file')
  await expectAccessible(page)
  const tick = found.getByRole('checkbox')
  await page.keyboard.press('j')
  await expect(tick).toBeFocused()
  await page.keyboard.press('Space')
  await expect(tick).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(tick).toBeChecked()
  await page.getByText('Both ways', { exact: true }).click()
  await page.getByRole('button', { name: 'Connect 1 folder' }).click()
  const row = page
    .getByRole('list', { name: 'Folders', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'lighthouse' })
  await expect(row).toContainText('Live')
  await expect(row).toContainText('2 memories')
  await expect(row).toContainText('MEMORY.md lists 1 missing file')
  await expect(found).toBeHidden()
  // The next step stands until it was made.
  const next = page.getByRole('region', { name: 'Connected' })
  await expect(next).toContainText('lighthouse is connected, both ways')
  await expect(next).toContainText('2 memories added.')
  await reload(page)
  await expect(next).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/stores\/memstore_/)
  await open(page, '/connections')
  await expect(row).toBeVisible()
  await expect(next).toBeHidden()

  // From the disk to the page.
  writeFileSync(path.join(memory, 'fact.md'), 'the lamp turns left\n')
  writeFileSync(path.join(memory, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0x00]))
  await expect(row).toContainText('3 memories')
  await expect(row).toContainText('1 file can’t be a memory')

  // From the store to the disk.
  const [store] = (await memoryStores.list()).data
  const storeId = store?.id ?? ''
  const { data } = await memoryStores.memories.list(storeId, { view: 'full' })
  const fact = data.find((item) => item.type === 'memory' && item.path === '/fact.md')
  if (fact?.type !== 'memory') throw new Error('the file is no memory')
  await memoryStores.memories.update(fact.id, {
    memory_store_id: storeId,
    content: 'the lamp turns right\n',
  })
  await expect
    .poll(() => readFileSync(path.join(memory, 'fact.md'), 'utf8'))
    .toBe('the lamp turns right\n')

  // The hooks: what is written is seen before it is written, and undone to the byte.
  const settings = path.join(claude, 'settings.json')
  await page.getByText(/^Other ways: .*hooks$/).click()
  const hooks = page.getByRole('region', { name: 'Claude Code’s hooks' })
  const dialog = page.getByRole('dialog')
  await hooks.getByRole('button', { name: 'Add hooks' }).click()
  await expect(dialog).toContainText('settings.json')
  await expect(dialog).toContainText(`${new URL(page.url()).origin}/v1/hooks/claude-code`)
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS)
  await dialog.getByRole('button', { name: 'Add hooks' }).click()
  await expect(hooks).toContainText('Hooks added')
  expect(readFileSync(settings, 'utf8')).toContain('PreToolUse')
  await hooks.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('button', { name: 'Remove hooks' }).click()
  await expect(hooks).toContainText('The hooks were removed')
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS)

  const more = row.getByRole('button', { name: 'More for lighthouse' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Ask before it writes' }).click()
  await dialog.getByRole('button', { name: 'Ask before it writes' }).click()
  await expect(row).toContainText('Claude Code checks the store’s rules before it writes here')
  await page.getByText('Latest from folders').click()
  await expect(page.getByRole('list', { name: 'Latest from folders' })).toContainText('fact.md')
  await page.keyboard.press('j')
  await expect(row.getByRole('link', { name: 'lighthouse' })).toBeFocused()
  await more.click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')

  // What the store changed while the folder was changed too: a person merges it.
  await memoryStores.memories.update(fact.id, {
    memory_store_id: storeId,
    content: 'the lamp turns up\n',
  })
  writeFileSync(path.join(memory, 'fact.md'), 'the lamp turns down\n')
  await more.click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await expect(page.getByText('1 needs attention')).toBeVisible()
  await row.getByRole('link', { name: '/fact.md' }).click()
  await expect(page.getByText('The file was changed in its folder first')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Both', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => readFileSync(path.join(memory, 'fact.md'), 'utf8'))
    .toBe('the lamp turns down\nthe lamp turns up\n')
  await open(page, '/connections')
  await expect(row).toContainText('Live')
  await expect(row.getByRole('link', { name: '/fact.md' })).toHaveCount(0)
})

test('quarantine says that it does not reach the file in a watched folder', async ({
  page,
  memoryStores,
}) => {
  await open(page, '/connections')
  await page.getByRole('button', { name: 'Connect 1 folder' }).click()
  const folders = page.getByRole('list', { name: 'Folders', exact: true })
  await expect(folders.getByRole('listitem')).toContainText('2 memories')
  const [store] = (await memoryStores.list()).data
  await open(page, `/stores/${store?.id}?path=/build.md`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Quarantine…' }).click()
  const file = path.join(memory, 'build.md')
  await expect(page.getByRole('dialog')).toContainText(file)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Quarantine', exact: true }).click()
  const note = page.getByRole('note').filter({ hasText: 'In quarantine' })
  await expect(note).toContainText('Agents don’t find this memory.')
  await expect(note).toContainText(`The file in the watched folder still has all of it: ${file}`)
  expect(readFileSync(file, 'utf8')).toBe('use make\n')
})
