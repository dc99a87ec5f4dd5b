import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expectAccessible } from './accessible'
import { claudeOf, expect, test } from './fixtures'
import { open } from './open'

const put = (file: string, text: string) => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A project with a memory and a conversation, as Claude Code leaves it; where its memory lies. */
function project(claude: string, place: string, files: Record<string, string>): string {
  mkdirSync(place, { recursive: true })
  const folder = path.join(claude, 'projects', place.replaceAll(/[^A-Za-z0-9]/g, '-'))
  for (const [name, text] of Object.entries(files)) put(path.join(folder, 'memory', name), text)
  const line = { cwd: place, sessionId: 'one', timestamp: new Date().toISOString(), type: 'user' }
  put(path.join(folder, 'one.jsonl'), `${JSON.stringify(line)}\n`)
  return path.join(folder, 'memory')
}

test('memory of Claude Code becomes a store, goes both ways, and rests where its files are gone', async ({
  page,
  application,
  folder,
  stores,
}) => {
  const many = Object.fromEntries(
    Array.from({ length: 11 }, (_, at) => [`${at}.md`, `fact ${at}\n`]),
  )
  const files = { 'MEMORY.md': '- [Tax](tax.md)\n- [Gone](gone.md)\n', 'tax.md': 'VAT is 19 %\n' }
  const memory = project(claudeOf(application), path.join(folder, 'shop'), { ...files, ...many })
  await open(page, '/connections')
  const row = page.getByRole('listitem').filter({ hasText: path.join(folder, 'shop') })
  await expect(row).toContainText('13 files')
  await expect(row).toContainText('1 listed file is missing')
  await expectAccessible(page)
  await row.getByRole('checkbox', { name: 'Connect shop' }).check()
  await page.getByRole('button', { name: 'Connect folder…' }).click()
  const plan = page.getByRole('dialog', { name: 'Connect this folder?' })
  await plan.getByText('shop: 13 memories').click()
  await expect(plan).toContainText('/tax.md')
  await expectAccessible(page)
  put(path.join(memory, 'late.md'), 'late\n')
  await plan.getByRole('button', { name: 'Connect folder' }).click()
  await expect(plan).toContainText('shop: 14 memories')
  await plan.getByRole('button', { name: 'Connect folder' }).click()

  const inStep = page.getByRole('region', { name: 'In step' }).getByRole('listitem').first()
  await expect(inStep.getByRole('link', { name: 'shop' })).toBeVisible()
  await expect(inStep).toContainText(path.join(folder, 'shop'))
  await expect(inStep).toContainText('1 file that MEMORY.md links to is missing')
  await expectAccessible(page)
  const { data } = await stores.list()
  const { id } = data.find(({ name }) => name === 'shop') ?? { id: '' }
  expect(await stores.contentAt(id, '/tax.md')).toBe('VAT is 19 %\n')

  const wrote = { type: 'create', filePath: path.join(memory, 'tax.md'), content: 'VAT is 20 %\n' }
  const call = { hook_event_name: 'PostToolUse', tool_use_id: 'toolu_1', tool_name: 'Write' }
  const told = { ...call, session_id: 'told by a hook', cwd: memory, tool_response: wrote }
  await page.request.post('/v1/hooks/claude-code', { data: told })
  put(wrote.filePath, wrote.content)
  await expect.poll(() => stores.contentAt(id, '/tax.md')).toBe('VAT is 20 %\n')
  const seen = await page.context().newPage()
  await expect(async () => {
    await open(seen, '/sessions')
    await seen.getByText('Seen in other programs').click({ timeout: 1_000 })
  }).toPass()
  await seen.getByRole('link', { name: 'Without a prompt' }).click()
  await seen.getByRole('link', { name: 'Review 1 change' }).click()
  await expect(seen.getByRole('heading', { name: 'tax.md', exact: true })).toBeVisible()
  await seen.close()
  await stores.write(id, '/tax.md', 'VAT is 21 %\n')
  await expect(inStep).toContainText('1 change is not on disk')
  await inStep.getByRole('switch', { name: 'Both ways: shop' }).click()
  await expect.poll(() => readFileSync(path.join(memory, 'tax.md'), 'utf8')).toBe('VAT is 21 %\n')

  await page.getByRole('button', { name: 'Add hooks…' }).click()
  const hooks = page.getByRole('dialog', { name: 'Add hooks to Claude Code?' })
  await expect(hooks).toContainText('/v1/hooks/claude-code')
  await hooks.getByRole('button', { name: 'Add hooks' }).click()
  await expect(page.getByRole('button', { name: 'Take hooks out…' })).toBeVisible()
  const askFirst = async () => {
    await inStep.getByRole('button', { name: 'More for shop' }).click()
    await page.getByRole('menuitem', { name: 'Ask before it writes' }).click()
  }
  await page.route('**/connections', (route) => route.fulfill())
  await askFirst()
  await expect(inStep.getByRole('alert')).toContainText('No answer came')
  await page.unrouteAll()
  await askFirst()
  await expect(inStep).toContainText('asks before it writes')

  const away = `${memory}-away`
  mkdirSync(away)
  for (const name of Object.keys(many)) renameSync(path.join(memory, name), path.join(away, name))
  await expect(inStep).toContainText('11 files are gone at once')
  await expectAccessible(page)
  await inStep.getByRole('button', { name: 'They were deleted' }).click()
  await expect(inStep).toContainText('3 files')
  await expect(inStep).not.toContainText('gone at once')

  await inStep.getByRole('button', { name: 'More for shop' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  const asked = page.getByRole('dialog', { name: 'Disconnect shop?' })
  await asked.getByRole('button', { name: 'Disconnect' }).click()
  await expect(row.getByRole('checkbox', { name: 'Connect shop' })).toBeVisible()
  expect(existsSync(path.join(memory, 'tax.md'))).toBe(true)
  rmSync(claudeOf(application), { recursive: true })
})

test('any folder is taken by its path, with only these files of it', async ({
  page,
  folder,
  stores,
}) => {
  put(path.join(folder, 'work', 'CLAUDE.md'), 'Rules\n')
  put(path.join(folder, 'work', 'CLAUDE-LAPTOP.md'), 'Rules\n')
  put(path.join(folder, 'work', 'README.md'), 'Read me\n')
  await open(page, '/connections')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Any folder…' })
  await dialog.getByRole('textbox', { name: 'Path' }).fill(path.join(folder, 'nowhere'))
  await dialog.getByRole('button', { name: 'Connect folder' }).click()
  await expect(dialog.getByText(/There is nothing at/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Path' }).fill(path.join(folder, 'work'))
  await dialog.getByRole('combobox', { name: 'Only these' }).fill('CLAUDE*.md')
  await dialog.getByRole('button', { name: 'Connect folder' }).click()
  const inStep = page.getByRole('region', { name: 'In step' })
  await expect(inStep.getByRole('link', { name: 'work' })).toBeVisible()
  await expect(inStep).toContainText('1 file looks like a conflict copy')
  const { data } = await stores.list()
  const { id } = data.find(({ name }) => name === 'work') ?? { id: '' }
  await expect.poll(() => stores.contentAt(id, '/CLAUDE.md').catch(() => '')).toBe('Rules\n')
  await expect(stores.memoryAt(id, '/README.md')).rejects.toThrow('nothing at')
})

test('what disk and store made of the same lines is merged by hand, from the folder’s row', async ({
  page,
  folder,
  stores,
}) => {
  const file = path.join(folder, 'both', 'a.md')
  put(file, 'one\ntwo\n')
  await open(page, '/connections')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Any folder…' })
  await dialog.getByRole('textbox', { name: 'Path' }).fill(path.dirname(file))
  await dialog.getByRole('button', { name: 'Connect folder' }).click()
  const inStep = page.getByRole('region', { name: 'In step' }).getByRole('listitem')
  const row = inStep.filter({ hasText: path.dirname(file) })
  await expect(row).toContainText('1 file')
  const { data } = await stores.list()
  const { id } = data.find(({ name }) => name === 'both') ?? { id: '' }
  await stores.write(id, '/a.md', 'store\ntwo\n')
  await expect(row).toContainText('1 change is not on disk')
  put(file, 'disk\ntwo\n')
  await row.getByText(/1 memory was changed on both sides/).click()
  await row.getByRole('link', { name: 'Merge…' }).click()

  const place = page.getByRole('region', { name: 'Line 1' })
  await expect(place).toContainText('store')
  await expectAccessible(page)
  put(file, 'disk again\ntwo\n')
  await expect.poll(() => stores.contentAt(id, '/a.md')).toBe('disk again\ntwo\n')
  await place.getByRole('button', { name: /v2$/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(place).toContainText('disk again')
  expect(await stores.contentAt(id, '/a.md')).toBe('disk again\ntwo\n')
  await place.getByRole('button', { name: 'Both' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => stores.contentAt(id, '/a.md')).toBe('disk again\nstore\ntwo\n')
  expect(readFileSync(file, 'utf8')).toBe('disk again\ntwo\n')
})
