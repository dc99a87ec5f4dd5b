import { expectAccessibleInBothThemes, listenTo, saidOn } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'

const KEY = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`

test('a preset says what it does, is tried before it is saved, and holds for what agents write then', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Ruled', { '/a.md': 'one\n', '/key.md': `${KEY}\n` })
  await stores.memories.delete(await stores.memoryAt(id, '/a.md'), { memory_store_id: id })
  await stores.memories.create(id, { path: '/b.md', content: 'two\n' })
  await open(page, `/stores/${id}`)
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  const sentence = page.getByRole('status').filter({ hasText: 'writes land' })
  await expect(sentence).toHaveText('Agents’ writes land and wait for your look.')
  await page.getByText('Careful', { exact: true }).click()
  await expect(sentence).toContainText(
    'Secrets are masked; instructions, deletions, and 4 paths wait',
  )
  const trial = page.getByRole('complementary', { name: 'Dry run' })
  await expect(trial.getByText('1 more would have waited')).toBeVisible()
  const masked = trial.getByRole('region', { name: '1 more would have been masked' })
  await expect(masked.getByRole('link')).toContainText('key.md')
  await expect(page.getByText(/^4 answers are not saved: Secrets: Mask/)).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await listenTo(page)
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('All answers are saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save rules' })).toBeDisabled()
  expect(await saidOn(page)).not.toContain('Agents’ writes land and wait for your look.')
  await stores.memories.create(id, { path: '/c.md', content: `key: ${KEY}\n` })
  expect(await stores.contentAt(id, '/c.md')).toBe('key: [masked: github_token]\n')
  const deleted = stores.memories.delete(await stores.memoryAt(id, '/b.md'), {
    memory_store_id: id,
  })
  await expect(deleted).rejects.toThrow(/is held for review/)
})

test('by keys alone answers are chosen, a path is added, all is discarded, and saved', async ({
  page,
  stores,
}) => {
  const id = await stores.make('By keys', { '/a.md': 'one\n' })
  await open(page, `/stores/${id}/rules`)
  for (const key of ['j', 'j', 'ArrowRight']) await page.keyboard.press(key)
  const mask = page.getByRole('group', { name: 'Secrets' }).getByRole('radio', { name: 'Mask' })
  await expect(mask).toBeChecked()
  await expect(mask).toBeFocused()
  await expect(page.getByText('was Flag')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('All answers are saved.')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('n')
  const glob = page.getByRole('textbox', { name: 'Path or pattern' })
  await expect(glob).toBeFocused()
  await page.keyboard.type('specs/**')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Must begin with /.')).toBeVisible()
  await expect(glob).toHaveValue('specs/**')
  await page.keyboard.press('Home')
  await page.keyboard.type('/')
  await page.keyboard.press('Enter')
  await expect(glob).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Answer for /specs/**' })).toHaveValue('hold')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Path', exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Rules saved', { exact: true })).toBeVisible()
  await expect(stores.memories.create(id, { path: '/specs/a.md', content: 'a\n' })).rejects.toThrow(
    /rules about \/specs\/\*\*/,
  )
})

test('rules that another window saved are not overwritten, and leaving unsaved answers asks', async ({
  page,
  context,
  stores,
}) => {
  const id = await stores.make('Two windows', { '/a.md': 'one\n' })
  await open(page, `/stores/${id}/rules`)
  await page.getByText('Strict', { exact: true }).click()
  const other = await context.newPage()
  await open(other, `/stores/${id}/rules`)
  await other.getByRole('group', { name: 'Deletions' }).getByText('Refuse').click()
  await other.getByRole('button', { name: 'Save rules' }).click()
  await expect(other.getByText('All answers are saved.')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save rules' })
  await save.click()
  await expect(page.getByText(/^Somebody saved other rules meanwhile\./)).toBeVisible()
  await expect(page.getByText('was Refuse')).toBeVisible()

  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  const away = page.getByRole('link', { name: 'Settings', exact: true }).first()
  await away.click()
  await expect(asked).toContainText('What you changed here isn’t saved. Leave all the same?')
  await asked.getByRole('button', { name: 'Stay' }).click()
  await expect(save).toBeVisible()
  await save.click()
  await expect(page.getByText('All answers are saved.')).toBeVisible()
  await page.route('**/rules-trial', () => {})
  await page.getByText('Watch', { exact: true }).click()
  await expect(page.getByText(/^\d answers are not saved/)).toBeVisible()
  await expect(page.getByText(/would have come out differently/)).toBeHidden()
  await away.click()
  await asked.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/settings$/)
})
