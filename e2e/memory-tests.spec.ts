import { expect, test } from './fixtures'
import { expectAccessibleInBothThemes } from './accessible'
import { log, practiceSession, say } from './conversation'
import { open } from './open'

const FILES = {
  '/deploy.md': '# Deploying\n\nAsk Mia first.\nDeploys go out on Fridays, after lunch.\n',
  '/team.md': '# Team\n\nMia leads.\n',
}

test('a store has no test, then one that passes, and fails once the line is another', async ({
  page,
  memoryStores,
}) => {
  const store = await memoryStores.create({ name: 'Team notes' })
  for (const [path, content] of Object.entries(FILES)) {
    await memoryStores.memories.create(store.id, { path, content })
  }
  await open(page, `/stores/${store.id}`)
  await page.getByRole('link', { name: 'Tests' }).click()
  await expect(page.getByText('No tests yet')).toBeVisible()

  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  // Other tests' models may be first in the list.
  await open(page, `/stores/${store.id}/tests/new?model=practice-agent`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Deploys on Fridays')
  await page.getByRole('textbox', { name: 'Message 1' }).fill('What do you know about deploys?')
  await page.getByRole('textbox', { name: 'Words of check 1' }).fill('on fridays')
  await page.getByRole('textbox', { name: 'After changes below' }).fill('/somewhere')
  await page.getByLabel('Each day at').fill('02:30')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Never run.' })).toBeVisible()
  await expect(page.getByText('after changes below /somewhere')).toContainText('02:30 UTC')

  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Passes.' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('3 of 3 answers as wanted')).toBeVisible()
  await page.getByText('Without any memory: 0 of 2 as wanted').click()

  const memories = await memoryStores.memories.list(store.id)
  const deploy = memories.data.find((each) => 'path' in each && each.path === '/deploy.md')
  await memoryStores.memories.update(deploy && 'id' in deploy ? deploy.id : '', {
    memory_store_id: store.id,
    content: '# Deploying\n\nAsk Mia first.\nDeploys go out on Mondays.\n',
  })
  await page.keyboard.press('Shift+T')
  await expect(page.getByRole('heading', { name: /Fails since change \d+\./ })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText('last pass')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(5)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('[')
  await expect(page).toHaveURL(/run=mtrun_/)
  await page.keyboard.press(']')

  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/undo\?version=memver_/)
  await open(page, `/stores/${store.id}`)
  await expect(page.getByRole('link', { name: 'Tests, 1 fails' })).toBeVisible()
  await open(page, '/review')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: /1 test fails since/ }).click()
  await expect(page.getByRole('heading', { name: /Fails since change/ })).toBeVisible()
})

test('what caused an answer is kept as a test', async ({ page, memoryStores, request }) => {
  const store = await memoryStores.create({ name: 'Team notes' })
  for (const [path, content] of Object.entries(FILES)) {
    await memoryStores.memories.create(store.id, { path, content })
  }
  const id = await practiceSession(request, store.id)
  await open(page, `/sessions/${id}`)
  await say(page, 'What do you know about deploys?')
  await expect(log(page).getByRole('link', { name: /Why/ })).toHaveCount(2)
  await log(page).focus()
  await page.keyboard.press('w')
  await page.getByRole('textbox', { name: 'Words to look for' }).fill('on fridays')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('link', { name: /Keep as a test/ })).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('t')
  await expect(page.getByRole('textbox', { name: 'Message 1' })).toHaveValue(
    'What do you know about deploys?',
  )
  await expect(page.getByRole('textbox', { name: 'Words of check 1' })).toHaveValue('on fridays')
})

test('an answer that is right is kept so, and each answer of its test shows what it wrote', async ({
  page,
  memoryStores,
  request,
}) => {
  const store = await memoryStores.create({ name: 'Team notes' })
  await memoryStores.memories.create(store.id, { path: '/team.md', content: '# Team\n' })
  const id = await practiceSession(request, store.id)
  await open(page, `/sessions/${id}`)
  await say(page, 'Remember that Mia leads the team')
  await expect(log(page).getByRole('link', { name: /Why/ })).toHaveCount(2)
  await log(page).focus()
  await page.keyboard.press('w')
  await page.getByRole('link', { name: 'Keep it right with a test…' }).click()
  await expect(page.getByRole('textbox', { name: 'Message 1' })).toHaveValue(
    'Remember that Mia leads the team',
  )
  await expect(page.getByRole('textbox', { name: 'Words of check 1' })).not.toHaveValue('')
  await page.getByRole('textbox', { name: 'Name' }).fill('Notes who leads')
  // What it was told before is not written again.
  await page.getByRole('textbox', { name: 'Message 1' }).fill('Remember that Ben writes the tests')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Never run.' })).toBeVisible()
  await page.keyboard.press('t')
  const answer = page.getByRole('article').first()
  await answer.getByText(/^(Wrote|Changed)/).click({ timeout: 60_000 })
  await expect(answer.getByRole('table')).toContainText('Ben writes the tests')
  await expectAccessibleInBothThemes(page)
})

test('what was reverted in review is kept as a test that it is never said again', async ({
  page,
  memoryStores,
  request,
}) => {
  const store = await memoryStores.create({ name: 'Team notes' })
  const id = await practiceSession(request, store.id)
  await open(page, `/sessions/${id}`)
  await say(page, 'Remember that the release is on Friday')
  await expect(log(page)).toContainText('I have written it down')
  const review = page.getByRole('link', { name: /^Review \d+ changes?$/ })
  await review.click()
  await page.waitForURL(/\/review\/chgset_/)
  const hunk = page.locator('[data-hunk]').first()
  await expect(hunk).toBeFocused()
  await expect(hunk.getByRole('link', { name: 'Never again…' })).toHaveCount(0)
  await page.keyboard.press('t')
  await page.keyboard.press('r')
  await expect(hunk).toContainText('Goes back')
  await hunk.getByRole('link', { name: 'Never again…' }).click()
  await expect(page.getByRole('textbox', { name: 'Message 1' })).toHaveValue(
    'Remember that the release is on Friday',
  )
  await expect(page.getByRole('combobox', { name: 'What check 1 looks at' })).toContainText(
    'It doesn’t say',
  )
  const words = page.getByRole('textbox', { name: 'Words of check 1' })
  await expect(words).toHaveValue('release is on Friday')

  await page.goBack()
  await hunk.focus()
  await page.keyboard.press('t')
  await expect(words).toHaveValue('release is on Friday')

  await page.goBack()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('1 memory corrected.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('t')
  await expect(words).toHaveValue('release is on Friday')

  await page.goBack()
  await expect(hunk).toContainText('Reverted')
  await expect(hunk.getByRole('link', { name: 'Never again…' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
