import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible'
import { practiceSession, say } from './conversation'
import { expect, test } from './fixtures'
import { open } from './open'
import { seedHistory } from './seed-history'

const FRIDAYS = '# Deploying\n\nAsk Mia first.\nDeploys go out on Fridays, after lunch.\n'
const MONDAYS = '# Deploying\n\nAsk Mia first.\nDeploys go out on Mondays, after lunch.\n'

/** Makes a test of the practice agent that wants this of a store, as a gate, in the browser. */
async function makeGate(page: Page, storeId: string, wanted: string): Promise<void> {
  await open(page, `/stores/${storeId}/tests/new?model=practice-agent`)
  await page.getByRole('textbox', { name: 'Name' }).fill(`Deploys ${wanted}`)
  await page.getByRole('textbox', { name: 'Message 1' }).fill('What do you know about deploys?')
  await page.getByRole('textbox', { name: 'Words of check 1' }).fill(wanted)
  await page.getByRole('checkbox', { name: /^As a gate/ }).check()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Never run.' })).toBeVisible()
  await expect(page.getByText('as a gate')).toBeVisible()
}

test('a merge waits for its gate, which fails, and a person goes on in spite of it', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Notes' })
  await memoryStores.memories.create(id, { path: '/deploy.md', content: FRIDAYS })
  await makeGate(page, id, 'on fridays')
  await open(page, `/stores/${id}/branches`)
  await page.getByRole('textbox', { name: 'Name of the branch' }).fill('try-it')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'try-it', level: 1 })).toBeVisible()
  const branchId = new URL(page.url()).pathname.split('/')[2] ?? ''
  const { data } = await memoryStores.memories.list(branchId)
  const [deploy] = data.flatMap((each) => ('id' in each ? [each.id] : []))
  await memoryStores.memories.update(deploy ?? '', { memory_store_id: branchId, content: MONDAYS })

  await open(page, `/stores/${branchId}/merge`)
  await page.keyboard.press('ControlOrMeta+Enter')
  const gates = page.getByRole('region', { name: 'Gates' })
  await expect(gates).toContainText('A gate is asked first, about the store as it would be.')
  await expect(gates.getByRole('button', { name: /^Merge although/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await expect(gates).toContainText('free with the practice agent')
  await gates.getByRole('button', { name: 'Ask it' }).click()
  await expect(gates).toContainText('1 gate fails on what would come about.', { timeout: 30_000 })
  await expect(gates).toContainText('0 of 2')
  const before = await memoryStores.memories.list(id, { view: 'full' })
  expect(JSON.stringify(before.data)).toContain('Fridays')
  await expectAccessibleInBothThemes(page)
  await gates.getByRole('button', { name: 'Merge although 1 gate fails' }).click()
  await expect(
    page.getByRole('heading', { name: /was merged into Notes|merged into/ }),
  ).toBeVisible()

  await open(page, `/stores/${id}/tests`)
  await expect(page.getByRole('list', { name: 'Went on in spite of it' })).toContainText('0 of 2')
})

test('a review is applied by itself once its gate has passed', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Judged' })
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: 'Mina',
      changes: [{ op: 'write', path: '/deploy.md', content: FRIDAYS }],
    },
  ])
  const { data } = await memoryStores.memories.list(id)
  const [deploy] = data.flatMap((each) => ('id' in each ? [each.id] : []))
  await memoryStores.memories.update(deploy ?? '', { memory_store_id: id, content: MONDAYS })
  await makeGate(page, id, 'on fridays')

  await open(page, `/review?store=${id}`)
  await page
    .getByRole('link', { name: /deploy\.md/ })
    .first()
    .click()
  await page.waitForURL(/\/review\/chgset_/)
  await page
    .getByRole('button', { name: /^Revert/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Apply/ }).first()).toBeEnabled()
  await page.keyboard.press('ControlOrMeta+Enter')
  const gates = page.getByRole('region', { name: 'Gates' })
  await expect(gates).toContainText('A gate is asked first')
  await expectAccessibleInBothThemes(page)
  await gates.getByRole('button', { name: 'Ask it' }).click()
  await expect(gates).toHaveCount(0, { timeout: 30_000 })
  const after = await memoryStores.memories.list(id, { view: 'full' })
  expect(JSON.stringify(after.data)).toContain('Fridays')
})

test('a write that the rules held is allowed in its session, where its gate is asked and overruled', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Held' })
  await memoryStores.memories.create(id, { path: '/deploy.md', content: FRIDAYS })
  await makeGate(page, id, 'on sundays')
  await open(page, `/stores/${id}/policy`)
  await page.getByText('Strict', { exact: true }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Saved as revision 1', { exact: true })).toBeVisible()
  await open(page, `/sessions/${await practiceSession(request, id)}`)
  await say(page, 'Remember: deploys are announced in the channel')
  await expect(page.getByText(/^Held by the store’s rules/)).toBeVisible()
  await page.getByRole('button', { name: /^Allow A?$/ }).click()
  const gates = page.getByRole('region', { name: 'Gates' })
  await expect(gates).toContainText('A gate is asked first')
  await expectAccessibleInBothThemes(page)
  // Whoever begins to deny it wants it allowed no more.
  await page.getByRole('button', { name: /^Deny/ }).click()
  await expect(gates).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Allow A?$/ }).click()
  await gates.getByRole('button', { name: 'Ask it' }).click()
  await expect(gates).toContainText('1 gate fails', { timeout: 30_000 })
  await gates.getByRole('button', { name: /although 1 gate fails/ }).click()
  await expect(page.getByText('Allowed by you')).toBeVisible()
  await open(page, `/stores/${id}/tests`)
  await expect(page.getByRole('list', { name: 'Went on in spite of it' })).toBeVisible()
})

test('the map hatches what no test reads', async ({ page, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Notes' })
  await memoryStores.memories.create(id, { path: '/deploy.md', content: FRIDAYS })
  await makeGate(page, id, 'on fridays')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Passes.' })).toBeVisible({ timeout: 30_000 })
  await memoryStores.memories.create(id, { path: '/menu.md', content: 'Soup.\n' })
  await open(page, `/stores/${id}`)
  await page.getByRole('link', { name: 'Show what no test reads' }).click()
  await expect(page.getByRole('link', { name: /^\/menu\.md, .*no test reads it/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^\/deploy\.md, \d+ B$/ })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('a hunk in review tells which tests depend on it', async ({ page, request, memoryStores }) => {
  const { id } = await memoryStores.create({ name: 'Depended on' })
  const begun = '# Deploying\n\nAsk Mia first.\n'
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: 'Mina',
      changes: [{ op: 'write', path: '/deploy.md', content: begun }],
    },
  ])
  const { data } = await memoryStores.memories.list(id)
  const [deploy] = data.flatMap((each) => ('id' in each ? [each.id] : []))
  await memoryStores.memories.update(deploy ?? '', { memory_store_id: id, content: FRIDAYS })
  await open(page, `/stores/${id}/tests/new?model=practice-agent`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Deploys on Fridays')
  await page.getByRole('textbox', { name: 'Message 1' }).fill('What do you know about deploys?')
  await page.getByRole('textbox', { name: 'Words of check 1' }).fill('on fridays')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Never run.' })).toBeVisible()
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Passes.' })).toBeVisible({ timeout: 30_000 })

  await open(page, `/review?store=${id}`)
  await page.locator('[data-inbox-row]').first().click()
  await page.waitForURL(/\/review\/chgset_/)
  await page.locator('[data-hunk]').first().focus()
  await page.keyboard.press('w')
  await page.getByRole('link', { name: 'Does anything depend on this?' }).click()
  await expect(page.getByRole('heading', { name: '1 test reads this memory.' })).toBeVisible()
  await expect(page.getByText('free with the practice agent')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Ask the tests' }).click()
  await expect(
    page.getByRole('heading', { name: '1 of 1 test no longer passes without it.' }),
  ).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('row', { name: /Deploys on Fridays/ })).toContainText('0 of 2')
  await expectAccessibleInBothThemes(page)
})

test('of several equal hunks it is asked what depends on all of them', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Alike' })
  const begun = '# Deploying\n\nAsk Mia first.\n'
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: 'Mina',
      changes: ['/one.md', '/two.md'].map((path) => ({ op: 'write', path, content: begun })),
    },
  ])
  const { data } = await memoryStores.memories.list(id)
  for (const each of data) {
    if (!('id' in each)) continue
    await memoryStores.memories.update(each.id, { memory_store_id: id, content: FRIDAYS })
  }
  await open(page, `/review?store=${id}`)
  await page.locator('[data-inbox-row]').first().click()
  await page.waitForURL(/\/review\/chgset_/)
  await page.locator('[data-hunk]').first().focus()
  await page.keyboard.press('w')
  await page.getByRole('link', { name: 'Does anything depend on this?' }).click()
  await expect(
    page.getByRole('heading', { name: 'No test reads any of these 2 memories.' }),
  ).toBeVisible()
})

test('a failing test is asked since when, and the change is named with its undoing', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Notes' })
  const { id: deploy } = await memoryStores.memories.create(id, {
    path: '/deploy.md',
    content: FRIDAYS,
  })
  for (const content of [`${FRIDAYS}Ask twice.\n`, MONDAYS, `${MONDAYS}Ask twice.\n`]) {
    await memoryStores.memories.update(deploy, { memory_store_id: id, content })
  }
  await makeGate(page, id, 'on fridays')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Fails.' })).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('b')
  await expect(page.getByRole('heading', { name: 'Since when' })).toBeVisible()
  await expect(page.getByText(/changes to what its answers read may have turned it/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Look for it' }).click()
  await expect(
    page.getByRole('heading', { name: 'Change 3 is the first with which it fails.' }),
  ).toBeVisible({ timeout: 60_000 })
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('z')
  await expect(page).toHaveURL(/\/undo\?version=memver_/)
})
