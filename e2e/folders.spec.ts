import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'
import { agentsFolder, ownPorts } from './ports'

const project = path.join(agentsFolder(ownPorts.application), 'claude/projects/-work-lighthouse')
const memory = path.join(project, 'memory')

test.beforeEach(() => {
  mkdirSync(memory, { recursive: true })
  writeFileSync(path.join(project, 'one.jsonl'), '{"cwd":"/work/lighthouse"}\n')
  writeFileSync(path.join(memory, 'MEMORY.md'), '- [Build](build.md)\n- [Gone](gone.md)\n')
  writeFileSync(path.join(memory, 'build.md'), 'use make\n')
})
test.afterEach(() => rmSync(project, { recursive: true }))

test('what Claude Code remembers is found, connected both ways, followed, and paused', async ({
  page,
  memoryStores,
}) => {
  await open(page, '/connections')
  const found = page.getByRole('list', { name: 'Found on this machine' })
  await expect(found).toContainText('lighthouse')
  await expect(found).toContainText('MEMORY.md lists 1 file that is not there')
  await expectAccessible(page)
  await page.getByText('Both ways', { exact: true }).click()
  await page.getByRole('button', { name: 'Connect 1 folder' }).click()
  const row = page
    .getByRole('list', { name: 'Folders', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Claude Code · lighthouse' })
  await expect(row).toContainText('Live')
  await expect(row).toContainText('2 memories')
  await expect(row).toContainText('MEMORY.md lists 1 file that is not there')
  await expect(found).toBeHidden()

  // From the disk to the page.
  writeFileSync(path.join(memory, 'fact.md'), 'the lamp turns left\n')
  writeFileSync(path.join(memory, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0x00]))
  await expect(row).toContainText('3 memories')
  await expect(row).toContainText('1 file cannot be a memory')

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

  await row.getByRole('button', { name: 'More for Claude Code · lighthouse' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')
})
