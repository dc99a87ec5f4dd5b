import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'
import { rowOf, toast } from './parts'

test('a store is copied, the copy changed, compared, taken over in part, and that undone', async ({
  page,
  sdk,
  makeStore,
  memoryAt,
  contentAt,
}) => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
  const id = await makeStore('Original', { '/a.md': `${lines.join('\n')}\n`, '/b.md': 'b\n' })
  await open(page, `/stores/${id}/settings`)
  const copying = page.getByRole('region', { name: 'Copy', exact: true })
  await expect(copying.getByRole('textbox', { name: 'Name of the copy' })).toHaveValue(
    'Original, copy',
  )
  await copying.getByRole('button', { name: 'Copy store' }).click()
  await copying.getByRole('link', { name: 'Open the copy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Original, copy' })).toBeVisible()
  const [, copyId = ''] = /\/stores\/([^/?]+)/.exec(page.url()) ?? []
  const changed = lines.with(1, 'line two').with(27, 'line twenty-eight')
  await sdk.memories.update(await memoryAt(copyId, '/a.md'), {
    memory_store_id: copyId,
    content: `${changed.join('\n')}\n`,
  })
  await sdk.memories.create(copyId, { path: '/c.md', content: 'only here\n' })

  await open(page, `/stores/${id}/compare?with=${copyId}`)
  const rows = page.getByRole('navigation', { name: 'What differs' })
  await expect(rows.getByRole('checkbox')).toHaveCount(2)
  await rows.getByRole('button', { name: /a\.md/ }).click()
  const difference = page.getByRole('region', { name: '/a.md' })
  await expectAccessible(page)
  await difference.getByRole('checkbox', { name: /28/ }).check()
  await expect(page.getByText('1 hunk from Original, copy.')).toBeVisible()
  await page.getByRole('button', { name: 'Take over…' }).click()
  await expect(page.getByRole('navigation', { name: 'What would change' })).toContainText('a.md')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take over 1 memory' }).click()
  await expect(toast(page, 'Took over 1 memory')).toBeVisible()
  const taken = `${lines.with(27, 'line twenty-eight').join('\n')}\n`
  expect(await contentAt(id, '/a.md')).toBe(taken)
  await expect(rowOf(page, /^c\.md/)).toBeHidden()
  await page.keyboard.press('z')
  await expect(toast(page, 'Undone')).toBeVisible()
  expect(await contentAt(id, '/a.md')).toBe(`${lines.join('\n')}\n`)
})
