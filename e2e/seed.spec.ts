import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { strToU8, zipSync } from 'fflate'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open, reload, walkTo } from './open'

/**
 * Drops files through the devtools protocol: unlike for a synthetic event, the browser opens what the
 * page does not take.
 */
async function dropFromDisk(page: Page, ...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
  }
  await session.detach()
}

const plan = (page: Page) => page.getByRole('region', { name: 'Paths of the plan' })
const seeded = (page: Page) => page.getByRole('heading', { name: /has \d+ memor(y|ies) now\.$/ })
const run = (page: Page) => page.getByRole('button', { name: /^(Seed \d|Decide later)/ })
const field = (page: Page) => page.getByLabel('Folder, git repository or file')

/** Waits for the plan that `ask` asks for. */
async function askForPlan(page: Page, ask: () => Promise<void>): Promise<void> {
  await ask()
  await expect(plan(page).locator(':focus')).toHaveCount(1)
}

/** Names a path of the server's machine, on the page of seeding. */
async function namePath(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'From this machine' }).click()
  await field(page).fill(name)
  await field(page).press('Enter')
}

async function choose(page: Page, storeId: string, file: string): Promise<void> {
  await open(page, `/stores/${storeId}/seed`)
  await askForPlan(page, () => page.getByLabel('Choose files…').setInputFiles(file))
}

async function seed(page: Page): Promise<void> {
  await run(page).click()
  await expect(seeded(page)).toBeVisible()
}

test('a folder is chosen, planned, seeded into a place of the store, and seeded again changes nothing', async ({
  page,
  memoryStores,
  folder,
}) => {
  const notes = path.join(folder, 'notes')
  mkdirSync(path.join(notes, 'deep'), { recursive: true })
  writeFileSync(path.join(notes, 'a.md'), 'from a folder\n')
  writeFileSync(path.join(notes, 'deep', 'b.md'), '배포\n')
  writeFileSync(path.join(notes, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0x00]))
  mkdirSync(path.join(notes, '.git'))
  writeFileSync(path.join(notes, '.git', 'config'), '[core]\n')
  const { id } = await memoryStores.create({ name: 'From a folder' })
  const chooseFolder = async () => {
    await open(page, `/stores/${id}/seed`)
    await askForPlan(page, async () => {
      await page.getByLabel('Into', { exact: true }).fill('/team')
      await page.getByLabel('Choose a folder…').setInputFiles(notes)
    })
  }
  await chooseFolder()
  await expect(page.getByRole('list', { name: 'Left out' })).toContainText('team/picture.png')
  await expect(page.getByRole('note')).toContainText('notes is a git repository.')
  await expectAccessible(page)
  await seed(page)
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/team/a.md', content: 'from a folder\n' },
    { path: '/team/deep/b.md', content: '배포\n' },
  ])
  await chooseFolder()
  await expect(page.getByText('Nothing to write.')).toBeVisible()
  await expect(run(page)).toBeHidden()
  await expect(page.getByLabel('Keys of this page')).not.toContainText('Seed')
})

test('files that are dropped anywhere on the store’s page are planned', async ({
  page,
  memoryStores,
  folder,
}) => {
  const { id } = await memoryStores.create({ name: 'Dropped' })
  await open(page, `/stores/${id}`)
  await expect(page.getByRole('tree', { name: 'Memories' })).toHaveAttribute('aria-busy', 'false')
  writeFileSync(path.join(folder, 'one.md'), 'one')
  writeFileSync(path.join(folder, 'two.md'), 'two')
  await dropFromDisk(page, path.join(folder, 'one.md'), path.join(folder, 'two.md'))
  await expect(plan(page)).toBeVisible()
  await run(page).click()
  await page.getByRole('link', { name: /^Open / }).click()
  const tree = page.getByRole('tree', { name: 'Memories' })
  await expect(tree.getByRole('treeitem')).toHaveText([/one\.md/, /two\.md/])
})

test('other files that are dropped later, beside the field too, take nothing away', async ({
  page,
  memoryStores,
  folder,
}) => {
  const { id } = await memoryStores.create({ name: 'Dropped twice' })
  for (const name of ['one.md', 'two.md']) {
    writeFileSync(path.join(folder, name), name)
    await open(page, `/stores/${id}/seed`)
    await askForPlan(page, () => dropFromDisk(page, path.join(folder, name)))
    await seed(page)
  }
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([{ path: '/one.md' }, { path: '/two.md' }])
})

test('what is dropped on the list of stores becomes a new one, once it is named and the plan was seen', async ({
  page,
  memoryStores,
  folder,
}) => {
  const notes = path.join(folder, 'Field notes')
  mkdirSync(path.join(notes, 'deep'), { recursive: true })
  writeFileSync(path.join(notes, 'a.md'), 'dropped\n')
  writeFileSync(path.join(notes, 'deep', 'b.md'), 'deeper\n')
  await open(page, '/')
  const dialog = page.getByRole('dialog', { name: 'New store' })
  await dropFromDisk(page, notes)
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('Seeds the store with Field notes. You’ll see the plan first.')
  await expect(dialog.getByLabel('Name')).toHaveValue('Field notes')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Next: see what would change' }).click()
  await expect(plan(page)).toBeVisible()
  await seed(page)
  const [id = ''] = /memstore_\w+/.exec(page.url()) ?? []
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/a.md', content: 'dropped\n' },
    { path: '/deep/b.md', content: 'deeper\n' },
  ])
})

test('files of which no store was made are forgotten', async ({ page, memoryStores, folder }) => {
  writeFileSync(path.join(folder, 'a.md'), 'dropped\n')
  const { id } = await memoryStores.create({ name: 'Nothing was dropped here' })
  await open(page, '/stores')
  const dialog = page.getByRole('dialog', { name: 'New store' })
  await dropFromDisk(page, path.join(folder, 'a.md'))
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'More for Nothing was dropped here' }).click()
  await page.getByRole('menuitem', { name: 'Seed' }).click()
  await expect(page.getByLabel('Choose files…')).toBeEnabled()
  await expect(plan(page)).toBeHidden()
  expect(page.url()).toContain(id)
})

test('files that are dropped where nothing takes them do nothing', async ({ page, folder }) => {
  writeFileSync(path.join(folder, 'a.html'), 'not a page of ours')
  const opened: Page[] = []
  page.context().on('page', (other) => opened.push(other))
  await open(page, '/search')
  const field = page.getByRole('searchbox')
  await field.fill('typed')
  await expect(page).toHaveURL(/typed/)
  await dropFromDisk(page, path.join(folder, 'a.html'))
  await field.pressSequentially(' on')
  await expect(page).toHaveURL(/typed\+on/)
  expect(opened).toEqual([])
})

test('of two files of the same name that are dropped together, the plan says that one is left out', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'The same name twice' })
  await open(page, `/stores/${id}/seed`)
  // Chromium calls the second `a (1).md` where they come from the disk; other browsers do not.
  const drop = () =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['from here'], 'a.md'))
      dataTransfer.items.add(new File(['from there'], 'a.md'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
    })
  await askForPlan(page, drop)
  await expect(page.getByRole('list', { name: 'Left out' })).toHaveText(
    /a\.md.*twice in the source; the first one counts/,
  )
  await seed(page)
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([{ path: '/a.md', content: 'from here' }])
})

test('what a folder no longer has is named in the plan before it is deleted', async ({
  page,
  memoryStores,
  folder,
}) => {
  writeFileSync(path.join(folder, 'stays.md'), 'stays')
  writeFileSync(path.join(folder, 'goes.md'), 'goes')
  const { id } = await memoryStores.create({ name: 'A folder with less' })
  const chooseFolder = async () => {
    await open(page, `/stores/${id}/seed`)
    await askForPlan(page, () => page.getByLabel('Choose a folder…').setInputFiles(folder))
  }
  await chooseFolder()
  await seed(page)
  rmSync(path.join(folder, 'goes.md'))
  await chooseFolder()
  await expect(page.getByRole('list', { name: 'Gone' })).toContainText('goes.md')
})

test('a zip is seeded with the paths that it has', async ({ page, memoryStores, folder }) => {
  const file = path.join(folder, 'notes.zip')
  writeFileSync(
    file,
    zipSync({
      'notes/a.md': strToU8('from a zip\n'.repeat(100)),
      'notes/배포.md': strToU8('배포\n'),
      'notes/photo.jpg': new Uint8Array([0xff, 0xd8, 0xff]),
      'notes/.git/config': strToU8('[core]\n'),
    }),
  )
  const { id } = await memoryStores.create({ name: 'From a zip' })
  await choose(page, id, file)
  await expect(page.getByRole('note')).toContainText('notes is a git repository.')
  await expect(page.getByRole('list', { name: 'Left out' })).toHaveText(
    /notes\/photo\.jpg.*not text/,
  )
  await seed(page)
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/notes/a.md', content: 'from a zip\n'.repeat(100) },
    { path: '/notes/배포.md', content: '배포\n' },
  ])
})

test('a gzipped tar is seeded, as tar makes it of a folder', async ({
  page,
  memoryStores,
  folder,
}) => {
  const notes = path.join(folder, 'notes')
  mkdirSync(path.join(notes, 'deep'), { recursive: true })
  writeFileSync(path.join(notes, 'a.md'), 'from a tar\n')
  writeFileSync(path.join(notes, 'deep', 'b.md'), 'deeper\n')
  execFileSync('tar', ['-czf', 'notes.tgz', '-C', 'notes', '.'], { cwd: folder })
  const { id } = await memoryStores.create({ name: 'From a tar' })
  await choose(page, id, path.join(folder, 'notes.tgz'))
  await seed(page)
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/a.md', content: 'from a tar\n' },
    { path: '/deep/b.md', content: 'deeper\n' },
  ])
})

test('a history in JSON Lines becomes versions with their own times and authors', async ({
  page,
  memoryStores,
  folder,
}) => {
  const file = path.join(folder, 'history.jsonl')
  const moment = (at: string, author: string, content: string) =>
    JSON.stringify({ at, author, changes: [{ op: 'write', path: '/a.md', content }] })
  writeFileSync(
    file,
    [
      moment('2025-03-01T09:00:00Z', 'Ada', 'first\n'),
      moment('2025-04-01T09:00:00Z', 'Grace', 'second\n'),
    ].join('\n'),
  )
  const { id } = await memoryStores.create({ name: 'From JSON Lines' })
  await choose(page, id, file)
  await expect(
    page.getByText('2 moments of history, Mar 1, 2025 to Apr 1, 2025').first(),
  ).toBeVisible()
  await seed(page)
  await walkTo(page, `/stores/${id}?path=/a.md`)
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('second')
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveText([/Grace/, /Ada/])
})

test('memories in JSON Lines are seeded', async ({ page, memoryStores, folder }) => {
  const file = path.join(folder, 'memories.jsonl')
  const lines = ['/a.md', '/deep/b.md'].map((each) =>
    JSON.stringify({ path: each, content: `${each}\n` }),
  )
  writeFileSync(file, lines.join('\n'))
  const { id } = await memoryStores.create({ name: 'Memories in lines' })
  await choose(page, id, file)
  await seed(page)
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/a.md', content: '/a.md\n' },
    { path: '/deep/b.md', content: '/deep/b.md\n' },
  ])
})

test('a git repository on the server’s disk is seeded with its commits', async ({
  page,
  memoryStores,
  folder,
}) => {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@example.invalid',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@example.invalid',
      },
    })
  const commit = (content: string, message: string) => {
    writeFileSync(path.join(folder, 'a.md'), content)
    git('add', '.')
    git('commit', '--quiet', '--no-gpg-sign', '--message', message)
  }
  git('init', '--quiet')
  commit('first\n', 'A first note')
  commit('second\n', 'A second thought')
  const { id } = await memoryStores.create({ name: 'From git' })
  await open(page, `/stores/${id}/seed`)
  await page.getByRole('tab', { name: 'From this machine' }).click()
  await field(page).fill(folder)
  await expect(page.getByText('A folder in a git repository')).toBeVisible()
  await expect(page.getByLabel('With its history')).toBeChecked()
  await expect(page.getByText(/^2 commits/)).toBeVisible()
  await expectAccessible(page)
  await askForPlan(page, () => field(page).press('Enter'))
  await expect(
    page
      .getByRole('banner')
      .or(page.getByRole('main'))
      .getByText('2 commits')
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await seed(page)
  await walkTo(page, `/stores/${id}?path=/a.md`)
  await expect(page.getByRole('list', { name: 'Content' })).toHaveText('second')
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveText([/Ada/, /Ada/])
})

test('what is not committed comes on top of the history, or the folder is taken as it is', async ({
  page,
  memoryStores,
  folder,
}) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...args], {
      cwd: folder,
    })
  git('init', '--quiet')
  writeFileSync(path.join(folder, 'a.md'), 'committed\n')
  git('add', '.')
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'first')
  writeFileSync(path.join(folder, 'a.md'), 'not committed\n')
  for (const [withHistory, versions] of [
    [true, 2],
    [false, 1],
  ] as const) {
    const { id } = await memoryStores.create({ name: `With history: ${withHistory}` })
    await open(page, `/stores/${id}/seed?from=machine`)
    await field(page).fill(folder)
    await page.getByLabel('With its history').setChecked(withHistory)
    await askForPlan(page, () => field(page).press('Enter'))
    await seed(page)
    const { data } = await memoryStores.memories.list(id, { view: 'full' })
    expect(data).toMatchObject([{ path: '/a.md', content: 'not committed\n' }])
    const listed = await memoryStores.memoryVersions.list(id)
    expect(listed.data).toHaveLength(versions)
  }
})

test('a conflict is said on the store and the memory, shows both sides and is decided; seeding again is one press', async ({
  page,
  memoryStores,
  folder,
}) => {
  const file = path.join(folder, 'a.md')
  writeFileSync(file, 'the first\n')
  const { id } = await memoryStores.create({ name: 'A conflict' })
  await open(page, `/stores/${id}/seed`)
  await askForPlan(page, () => namePath(page, folder))
  await seed(page)
  const { data } = await memoryStores.memories.list(id)
  const [memory] = data
  if (memory?.type !== 'memory') throw new Error('no memory')
  await memoryStores.memories.update(memory.id, { memory_store_id: id, content: 'by an agent\n' })
  writeFileSync(file, 'by the source\n')

  await open(page, `/stores/${id}/seed`)
  await page.getByRole('tab', { name: 'From this machine' }).click()
  await askForPlan(page, () => page.getByRole('button', { name: /^Seed again from/ }).click())
  await expect(page.getByRole('list', { name: 'Changed on both sides' })).toHaveText(/a\.md/)
  await expectAccessible(page)
  const decision = page.getByRole('group', { name: 'Decide on /a.md' })
  await expect(page.getByRole('row', { name: 'added: by the source' })).toBeVisible()
  await expect(page.getByText('0 versions will be written.')).toBeVisible()
  // The arrow points at the side that is taken.
  await page.keyboard.press('ArrowLeft')
  await expect(decision.getByRole('radio', { name: 'Source’s' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Seed 1 memory' })).toBeEnabled()
  await expect(page.getByText('1 version will be written.')).toBeVisible()
  await decision.getByText('Later').click()
  await expect(page.getByText('0 versions will be written.')).toBeVisible()

  await seed(page)
  await expect(page.getByRole('link', { name: 'Seed again' })).toBeVisible()
  await walkTo(page, `/stores/${id}`)
  await expect(page.getByText('1 file was left out by the last seeding')).toBeVisible()
  await walkTo(page, `/stores/${id}?memory=${memory.id}`)
  await expect(page.getByText('1 file was left out by the last seeding')).toBeHidden()
  await page.getByRole('note').getByRole('link', { name: 'Decide' }).click()
  await expect(page.getByText('The store’s text against the source’s.')).toBeVisible()
  await expect(page.getByRole('table').getByText('by the source')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take the source’s', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Left out by the last seeding' })).toBeHidden()
  const after = await memoryStores.memories.list(id, { view: 'full' })
  expect(after.data).toMatchObject([{ content: 'by the source\n' }])
})

test.describe('a plan that no longer holds', () => {
  test.use({ refused: /\/import(\?|$)/ })

  test('is not carried out; the new one is shown', async ({ page, memoryStores, folder }) => {
    writeFileSync(path.join(folder, 'a.md'), 'one')
    const { id } = await memoryStores.create({ name: 'A plan that changed' })
    await open(page, `/stores/${id}/seed`)
    await askForPlan(page, () => namePath(page, folder))
    writeFileSync(path.join(folder, 'b.md'), 'two')
    await run(page).click()
    await expect(page.getByText('The plan changed; nothing was written.')).toBeVisible()
    expect((await memoryStores.memories.list(id)).data).toEqual([])
    await expect(page.getByText('2 versions will be written.')).toBeVisible()
    await seed(page)
    expect((await memoryStores.memories.list(id)).data).toHaveLength(2)
  })
})

test('a repository is seeded from the list of stores with six keys besides what is typed', async ({
  page,
  memoryStores,
  folder,
}) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...args], {
      cwd: folder,
    })
  git('init', '--quiet')
  writeFileSync(path.join(folder, 'a.md'), 'committed\n')
  git('add', '.')
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'first')
  await memoryStores.create({ name: 'Another one' })
  await open(page, '/stores')
  const keys: string[] = []
  const press = (key: string) => {
    keys.push(key)
    return page.keyboard.press(key)
  }
  const button = page.getByRole('button', { name: 'New store' })
  await press((await button.getAttribute('aria-keyshortcuts')) ?? '')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Notes')
  await press('Tab')
  await press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Git' })).toBeChecked()
  await press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(folder)
  await press('Enter')
  await expect(run(page)).toBeVisible()
  await press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Notes has 1 memory now.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Notes' })).toBeFocused()
  expect(keys).toHaveLength(6)
})

test('a path is left out of the plan with Space, and its text is beside it', async ({
  page,
  memoryStores,
  folder,
}) => {
  writeFileSync(path.join(folder, 'a.md'), 'one\ntwo\n')
  writeFileSync(path.join(folder, 'b.md'), 'b\n')
  const { id } = await memoryStores.create({ name: 'Left out' })
  await open(page, `/stores/${id}/seed`)
  await askForPlan(page, () => namePath(page, folder))
  const row = plan(page).getByRole('button', { name: /a\.md/ })
  await expect(row).toBeFocused()
  await expect(row).toContainText('+2')
  await expect(page.getByRole('region', { name: '/a.md' })).toContainText('two')
  await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: '/b.md' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Take /b.md' })).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Seed 1 memory' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(seeded(page)).toBeVisible()
  await expect(page.getByText('You left 1 path out.')).toBeVisible()
  expect((await memoryStores.memories.list(id)).data).toMatchObject([{ path: '/a.md' }])
})

/** Enough that writing them outlasts a reload of the page on a slow machine. */
const MANY = 20_000

test('a run is found again after a reload in its middle, is stopped, and its report stays', async ({
  page,
  memoryStores,
  folder,
}) => {
  test.slow()
  const file = path.join(folder, 'many.jsonl')
  const line = (_: unknown, at: number) =>
    JSON.stringify({ path: `/many/${at % 100}/${at}.md`, content: `memory ${at}\n`.repeat(20) })
  writeFileSync(file, Array.from({ length: MANY }, line).join('\n'))
  const { id } = await memoryStores.create({ name: 'Stopped in the middle' })
  await open(page, `/stores/${id}/seed`)
  await page.getByLabel('Choose files…').setInputFiles(file)
  await expect(plan(page)).toBeVisible({ timeout: 120_000 })
  await run(page).click()
  const progress = page.getByRole('progressbar', { name: 'Writing' })
  await expect(progress).toBeVisible()
  await expect(page).toHaveURL(/\?job=job_/)
  await reload(page)
  await expect(progress).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  const ended = page.getByRole('heading', { name: /^Seeding stopped halfway/ })
  await expect(ended).toBeVisible()
  await reload(page)
  await expect(ended).toBeVisible()
  await expect(page.getByText('You stopped it. What was written is complete.')).toBeVisible()
  await expectAccessible(page)
  const report = await page.getByText(/versions were written/).textContent()
  const written = /^[\d,]+/.exec(report ?? '')?.[0] ?? ''
  expect(Number(written.replace(',', ''))).toBeLessThan(MANY)
  await page.getByRole('link', { name: /^Open / }).click()
  await expect(page.getByRole('link', { name: `Memories ${written}` })).toBeVisible()
  await page.goBack()
  await expect(ended).toBeVisible()
  await page.getByRole('link', { name: 'Another source' }).click()
  await expect(page.getByLabel('Choose files…')).toBeVisible()
})

test('an address of a seeding that is not there says so, and lets another be chosen', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'No such seeding' })
  await open(page, `/stores/${id}/seed?job=job_none`)
  await expect(page.getByText('This seeding doesn’t exist.')).toBeVisible()
  await expect(page.getByLabel('Choose files…')).toBeVisible()
})

test('a text is pasted, and one that cannot be says why and stays', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Pasted' })
  await open(page, `/stores/${id}/seed`)
  await page.getByRole('tab', { name: 'Paste' }).click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('line one\nline two')
  await page.getByLabel('Path of the memory').fill('no-slash')
  await page.getByRole('button', { name: 'See what would change' }).click()
  await expect(page.getByText('no-slash').first()).toBeVisible()
  await page.getByRole('button', { name: 'Another source' }).click()
  await expect(text).toHaveValue('line one\nline two')
  await expect(page.getByLabel('Path of the memory')).toHaveValue('no-slash')
})

test.describe('what cannot be seeded', () => {
  test.use({ refused: /\/import(\?|$)/ })

  test('a folder that is not on the server’s disk is refused in words', async ({
    page,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'No such folder' })
    await open(page, `/stores/${id}/seed`)
    await page.getByRole('tab', { name: 'From this machine' }).click()
    await expect(field(page)).toHaveAccessibleDescription(/^(Folders allowed on|Any folder)/)
    await namePath(page, '/no/such/folder')
    await expect(page.getByRole('alert').getByText('/no/such/folder')).toBeVisible()
    await expect(field(page)).toHaveValue('/no/such/folder')
    await expect(field(page)).toBeFocused()
  })

  test('JSON Lines with a line that cannot be read say which one it is', async ({
    page,
    memoryStores,
    folder,
  }) => {
    const file = path.join(folder, 'memories.jsonl')
    writeFileSync(file, '{"path":"/a.md","content":"a"}\n{"path":"/b.md"}\n')
    const { id } = await memoryStores.create({ name: 'A bad line' })
    await open(page, `/stores/${id}/seed`)
    await page.getByLabel('Choose files…').setInputFiles(file)
    await expect(page.getByRole('alert').getByText('Can’t read line 2')).toBeVisible()
  })
})
