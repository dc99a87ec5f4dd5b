import { expect, test } from './fixtures'
import { expectAccessibleInBothThemes } from './accessible'
import { open } from './open'

const RIGHT = '# Deploying\n\nAsk Mia first.\nDeploys go out on Fridays, after lunch.\n'
const WRONG = '# Deploying\n\nAsk Mia first.\nDeploys go out on Mondays.\n'

test('a column has settings of its own, which its head and its answers name', async ({
  page,
  memoryStores,
}) => {
  const store = await memoryStores.create({ name: 'Team notes' })
  await memoryStores.memories.create(store.id, { path: '/deploy.md', content: RIGHT })
  const asked = new URLSearchParams({
    ...{ name: 'Deploys on Fridays', text: 'on fridays', model: 'practice-agent' },
    question: 'What do you know about deploys?',
  })
  await open(page, `/stores/${store.id}/tests/new?${asked}`)
  await page.getByRole('textbox', { name: 'Name' }).press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Never run.' })).toBeVisible()

  await open(page, `/stores/${store.id}/experiments/new`)
  await page.getByRole('combobox', { name: 'Memory of column 2' }).click()
  await page.getByRole('option', { name: 'This store, now' }).click()
  await expect(page.getByRole('textbox', { name: 'Instructions of column 2' })).toBeHidden()
  await page.getByText('More settings', { exact: true }).nth(1).click()
  await page.getByRole('textbox', { name: 'Instructions of column 2' }).fill('You are Tom.')
  await page.getByRole('combobox', { name: 'Access of column 2' }).click()
  await page.getByRole('option', { name: 'read only' }).click()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('textbox', { name: 'Name' }).press('ControlOrMeta+Enter')
  await expect(page.getByText(/^20 answers, about \d+ requests\./)).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).press('ControlOrMeta+Enter')

  await expect(page.getByText('done', { exact: true })).toBeVisible({ timeout: 60_000 })
  const first = page.getByRole('columnheader').nth(1)
  const second = page.getByRole('columnheader').nth(2)
  await expect(second).toContainText('read only')
  await second.getByText('own instructions').click()
  await expect(second.getByText('You are Tom.')).toBeVisible()
  await expect(first).not.toContainText('read only')
  await expect(first).not.toContainText('own instructions')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Deploys on Fridays' }).click()
  const answers = page.getByRole('region', { name: /^Column 2/ })
  await expect(answers.getByRole('heading', { level: 3 })).toContainText(
    'read only · own instructions',
  )
})

test('two moments of a store are compared by its tests, and the answers stand side by side', async ({
  page,
  memoryStores,
}) => {
  const store = await memoryStores.create({ name: 'Team notes' })
  const made = await memoryStores.memories.create(store.id, { path: '/deploy.md', content: RIGHT })
  await memoryStores.memories.update(made.id, { memory_store_id: store.id, content: WRONG })

  await open(page, `/stores/${store.id}/experiments`)
  await expect(page.getByText('Nothing compared yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'To the tests' })).toBeVisible()

  for (const [name = '', text = ''] of [
    ['Deploys on Fridays', 'on fridays'],
    ['Knows whom to ask', 'mia'],
  ]) {
    const asked = new URLSearchParams({
      ...{ name, text, question: 'What do you know about deploys?' },
      model: 'practice-agent',
    })
    await open(page, `/stores/${store.id}/tests/new?${asked}`)
    await page.getByRole('textbox', { name: 'Name' }).press('ControlOrMeta+Enter')
    await expect(page.getByRole('heading', { name: 'Never run.' })).toBeVisible()
  }

  await open(page, `/stores/${store.id}/tests`)
  await page.getByRole('link', { name: 'Compare…' }).click()
  await expect(page.getByRole('heading', { name: 'Experiments' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name' }).fill('Fridays or Mondays')
  await page.getByRole('spinbutton', { name: 'Change of column 2' }).fill('1')
  await expect(page.getByText(/^20 a column: tells shares \d+ points apart$/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/^40 answers, about \d+ requests\./)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(
    page.getByRole('heading', { name: 'Column 2 does better than column 1.' }),
  ).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('done', { exact: true })).toBeVisible({ timeout: 60_000 })
  const fridays = page.getByRole('row', { name: /Deploys on Fridays/ })
  await expect(fridays.getByRole('cell').nth(0)).toContainText('0 of 10')
  await expect(fridays.getByRole('cell').nth(1)).toContainText('10 of 10')
  await expect(page.getByRole('row', { name: /^Difference/ })).toContainText('better')

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/test=mtest_/)
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByRole('article').first()).toContainText('Mondays')

  await expectAccessibleInBothThemes(page)

  const csv = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await csv).suggestedFilename()).toMatch(/^exprm_\w+\.csv$/)

  await page.keyboard.press('t')
  await expect(page.getByRole('navigation', { name: 'Runs' }).getByRole('link')).toHaveCount(2, {
    timeout: 30_000,
  })
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete the experiment' }).click()
  await expect(page.getByText('Nothing compared yet')).toBeVisible()
})
