import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'
import { rowOf, toast, versionsOf } from './parts'

test('a copy is compared, taken over in part, and that undone', async ({ page, stores }) => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
  const id = await stores.make('Original', { '/a.md': `${lines.join('\n')}\n`, '/b.md': 'b\n' })
  await open(page, `/stores/${id}/settings`)
  await page.getByRole('button', { name: 'Copy…' }).click()
  const copying = page.getByRole('dialog', { name: 'Copy Original' })
  const name = copying.getByRole('textbox', { name: 'Name of the copy' })
  await expect(name).toHaveValue('Original, copy')
  await expectAccessible(page)
  await copying.getByRole('button', { name: 'Copy store' }).click()
  await copying.getByRole('link', { name: 'Open the copy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Original, copy' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Compare with Original' })).toBeVisible()
  const [, copyId = ''] = /\/stores\/([^/?]+)/.exec(page.url()) ?? []
  const changed = lines.with(1, 'line two').with(27, 'line twenty-eight')
  await stores.write(copyId, '/a.md', `${changed.join('\n')}\n`)
  await stores.memories.create(copyId, { path: '/c.md', content: 'only here\n' })

  await open(page, `/stores/${id}/compare?with=${copyId}`)
  const rows = page.getByRole('navigation', { name: 'What differs' })
  await expect(rows.getByRole('checkbox')).toHaveCount(2)
  await rows.getByRole('button', { name: /a\.md/ }).click()
  const difference = page.getByRole('region', { name: '/a.md' })
  await expect(rows.getByRole('button', { name: /a\.md/ })).toContainText('+2−2')
  await difference.getByText('Side by side').click()
  await expect(page).toHaveURL(/layout=split/)
  await expectAccessible(page)
  await difference.getByRole('checkbox', { name: /28/ }).check()
  await rows.getByRole('checkbox', { name: /c\.md/ }).check()
  await expect(page.getByText('Takes 1 memory and 1 hunk from Original, copy.')).toBeVisible()
  await rows.getByRole('checkbox', { name: /c\.md/ }).uncheck()
  await page.getByRole('button', { name: 'Take over…' }).click()
  await expect(page.getByRole('navigation', { name: 'What would change' })).toContainText('a.md')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take over 1 memory' }).click()
  await expect(toast(page, 'Took over 1 memory')).toBeVisible()
  const taken = `${lines.with(27, 'line twenty-eight').join('\n')}\n`
  expect(await stores.contentAt(id, '/a.md')).toBe(taken)
  const latest = page.getByRole('region', { name: 'Latest changes' })
  await expect(latest.getByRole('link', { name: 'taken over from Original, copy' })).toBeVisible()
  await rowOf(page, /^a\.md/).click()
  const origin = versionsOf(page).getByRole('link', { name: 'taken over from Original, copy' })
  await expect(origin).toHaveAttribute('href', new RegExp(`/stores/${copyId}\\?at=4$`))
  await page.goBack()
  await expect(rowOf(page, /^c\.md/)).toBeHidden()
  await page.keyboard.press('z')
  await expect(toast(page, 'Undone')).toBeVisible()
  expect(await stores.contentAt(id, '/a.md')).toBe(`${lines.join('\n')}\n`)
})

test('ticks that no address has room for are not taken over at once', async ({ page, stores }) => {
  const paths = Array.from(
    { length: 12 },
    (_, at) => [`/${'메모'.repeat(80)}${at}.md`, ''] as const,
  )
  const other = await stores.make('Long names', Object.fromEntries(paths))
  await open(page, `/stores/${await stores.make('Empty', {})}/compare?with=${other}`)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await expect(page.getByRole('button', { name: 'Take over…' })).toBeDisabled()
})

test('a past moment is copied and exported, and the copy says of which moment it is', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Notes', { '/a.md': 'as it was\n' })
  await stores.write(id, '/a.md', 'as it is\n')
  const exported = async (format: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: `Export as ${format}` }).click()
    return readFileSync(await (await downloading).path())
  }
  await open(page, `/stores/${id}`)
  const line = (content: string) => `${JSON.stringify({ path: '/a.md', content })}\n`
  expect((await exported('JSON Lines')).toString()).toBe(line('as it is\n'))

  await open(page, `/stores/${id}?at=1`)
  expect((await exported('JSON Lines')).toString()).toBe(line('as it was\n'))
  const files = unzipSync(await exported('zip'))
  expect(Buffer.from(files['a.md'] ?? []).toString()).toBe('as it was\n')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy…' }).click()
  const copying = page.getByRole('dialog', { name: 'Copy Notes' })
  await expect(copying).toContainText('after change 1')
  await copying.getByRole('button', { name: 'Copy store' }).click()
  await copying.getByRole('link', { name: 'Open the copy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notes, copy' })).toBeVisible()
  const [, copyId = ''] = /\/stores\/([^/?]+)/.exec(page.url()) ?? []
  expect(await stores.contentAt(copyId, '/a.md')).toBe('as it was\n')
  await page.getByRole('link', { name: /^copied from Notes at / }).click()
  await expect(page).toHaveURL(`/stores/${id}?at=1`)
})

test('a store is compared from its menu and the palette, with its last named moment unless another is chosen', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Compared', { '/a.md': 'a\n' })
  await stores.memories.create(id, { path: '/b.md', content: 'b\n' })
  await open(page, `/stores/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Compare…' }).click()
  // Before the last change of somebody else.
  await expect(page).toHaveURL(`/stores/${id}/compare?withAt=1`)
  await expect(page.getByRole('navigation', { name: 'What differs' })).toContainText('b.md')
  await open(page, `/stores/${id}?at=0`)
  await page.getByRole('button', { name: 'Name this moment' }).click()
  await page.getByRole('textbox', { name: 'Name of this moment' }).fill('Empty')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Empty' })).toBeVisible()
  await open(page, `/stores/${id}`)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('option', { name: 'Compare…' }).click()
  await expect(page).toHaveURL(`/stores/${id}/compare?withAt=0`)
  await expect(page.getByRole('button', { name: 'Compared: now' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Store: itself' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'at: Empty' })).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: /^Deleted a\.md/ }).click()
  await expect(page.getByRole('region', { name: '/a.md' })).toBeVisible()
  await expectAccessible(page)
})
