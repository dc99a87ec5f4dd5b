import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'

/** Drops files on an element, as the browser does when they come from the desktop. */
async function drop(page: Page, selector: string, files: Record<string, string>): Promise<void> {
  const transfer = await page.evaluateHandle((contents) => {
    const made = new DataTransfer()
    for (const [name, text] of Object.entries(contents)) made.items.add(new File([text], name))
    return made
  }, files)
  await page.dispatchEvent(selector, 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer })
}

const plan = (page: Page) => page.getByRole('heading', { name: 'The plan' })

test('a folder is chosen, planned, seeded into a place of the store, and seeded again changes nothing', async ({
  page,
  memoryStores,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-seed-'))
  const notes = path.join(folder, 'notes')
  mkdirSync(path.join(notes, 'deep'), { recursive: true })
  writeFileSync(path.join(notes, 'a.md'), 'from a folder\n')
  writeFileSync(path.join(notes, 'deep', 'b.md'), '배포\n')
  writeFileSync(path.join(notes, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0x00]))
  const { id } = await memoryStores.create({ name: 'From a folder' })
  const chooseFolder = async () => {
    await page.goto(`/stores/${id}/seed`)
    await expect(async () => {
      await page.getByLabel('Put them into').fill('/team')
      await page.getByLabel('Choose a folder').setInputFiles(notes)
      await expect(plan(page)).toBeVisible({ timeout: 3_000 })
    }).toPass()
  }
  await chooseFolder()
  await expect(page.getByRole('list', { name: 'Not simply taken over' })).toContainText(
    '/team/picture.png',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Seed the store' }).click()
  await expect(page.getByRole('heading', { name: 'Seeded' })).toBeVisible()
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/team/a.md', content: 'from a folder\n' },
    { path: '/team/deep/b.md', content: '배포\n' },
  ])
  await chooseFolder()
  await expect(page.getByRole('button', { name: 'Seed the store' })).toBeDisabled()
  rmSync(folder, { recursive: true })
})

test('files that are dropped anywhere on the store’s page are planned', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Dropped' })
  await page.goto(`/stores/${id}`)
  await expect(page.getByRole('tree', { name: 'Memories' })).toHaveAttribute('aria-busy', 'false')
  await drop(page, 'main', { 'one.md': 'one', 'two.md': 'two' })
  await expect(plan(page)).toBeVisible()
  await page.getByRole('button', { name: 'Seed the store' }).click()
  await page.getByRole('link', { name: 'Open the store' }).click()
  const tree = page.getByRole('tree', { name: 'Memories' })
  await expect(tree.getByRole('treeitem')).toHaveText([/one\.md/, /two\.md/])
})

test('other files that are dropped later, beside the field too, take nothing away', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Dropped twice' })
  for (const name of ['one.md', 'two.md']) {
    await page.goto(`/stores/${id}/seed`)
    await expect(async () => {
      await drop(page, 'h1', { [name]: name })
      await expect(plan(page)).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await page.getByRole('button', { name: 'Seed the store' }).click()
    await expect(page.getByRole('heading', { name: 'Seeded' })).toBeVisible()
  }
  const { data } = await memoryStores.memories.list(id, { view: 'full' })
  expect(data).toMatchObject([{ path: '/one.md' }, { path: '/two.md' }])
})

test('what a folder no longer has is named in the plan before it is deleted', async ({
  page,
  memoryStores,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-seed-'))
  writeFileSync(path.join(folder, 'stays.md'), 'stays')
  writeFileSync(path.join(folder, 'goes.md'), 'goes')
  const { id } = await memoryStores.create({ name: 'A folder with less' })
  const chooseFolder = async () => {
    await page.goto(`/stores/${id}/seed`)
    await expect(async () => {
      await page.getByLabel('Choose a folder').setInputFiles(folder)
      await expect(plan(page)).toBeVisible({ timeout: 3_000 })
    }).toPass()
  }
  await chooseFolder()
  await page.getByRole('button', { name: 'Seed the store' }).click()
  await expect(page.getByRole('heading', { name: 'Seeded' })).toBeVisible()
  rmSync(path.join(folder, 'goes.md'))
  await chooseFolder()
  await expect(page.getByRole('list', { name: 'Not simply taken over' })).toHaveText(
    'deleted /goes.md',
  )
  rmSync(folder, { recursive: true })
})

test('a text is pasted, and one that cannot be says why and stays', async ({
  page,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Pasted' })
  await page.goto(`/stores/${id}/seed`)
  await expectAccessible(page)
  const text = page.getByLabel('What it says')
  await expect(async () => {
    await page.getByLabel('Path of the memory').fill('no-slash')
    await text.fill('line one\nline two')
    await page.getByRole('button', { name: 'Show the plan' }).first().click()
    await expect(page.getByText('no-slash').first()).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Choose something else' }).click()
  await expect(text).toHaveValue('line one\nline two')
  await expect(page.getByLabel('Path of the memory')).toHaveValue('no-slash')
})

test.describe('what cannot be seeded', () => {
  test.use({ refused: /\/import$/ })

  test('a folder that is not on the server’s disk is refused in words', async ({
    page,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'No such folder' })
    await page.goto(`/stores/${id}/seed`)
    await expect(async () => {
      await page.getByLabel('A path on the server’s disk').fill('/no/such/folder')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').getByText('/no/such/folder')).toBeVisible({
        timeout: 3_000,
      })
    }).toPass()
    await expect(page.getByLabel('A path on the server’s disk')).toHaveValue('/no/such/folder')
  })
})
