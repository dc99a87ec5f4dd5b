import { expectAccessibleOnDeskAndPhone, expectSaid, listenTo } from './accessible'
import { expect, test } from './fixtures'
import { tooWide } from './layout'
import { open, walkTo } from './open'
import { HOSTILE, PAGES } from './pages'
import { memoryPane, rowOf, versionsOf } from './parts'

for (const [name, addressOf] of PAGES) {
  test(`${name}: readable by everybody, in light on a desk and in dark on a phone`, async ({
    page,
    madeOf,
  }) => {
    await open(page, addressOf(await madeOf(HOSTILE)))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessibleOnDeskAndPhone(page)
    expect(await tooWide(page)).toEqual([])
  })
}

test('what came of an act is read out, and the keyboard goes on where it was done', async ({
  page,
  stores,
}) => {
  const id = await stores.make('Read out', {
    '/a.md': 'one 4711\n',
    '/b.md': 'b\n',
    '/c.md': 'c\n',
  })
  await open(page, `/stores/${id}?path=/a.md&view=edit`)
  await listenTo(page)
  await expect(page.getByRole('textbox', { name: 'Text of the memory' })).toBeFocused()
  await page.keyboard.type('two ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaid(page, /Saved\.$/)

  await versionsOf(page).getByRole('link', { name: /v1$/ }).click()
  await memoryPane(page).getByRole('button', { name: 'Restore this version' }).click()
  await expectSaid(page, /v1 restored/)
  await page.keyboard.press('z')
  await expectSaid(page, /Undone$/)

  await rowOf(page, /^b\.md/).focus()
  await page.keyboard.press('Delete')
  await expectSaid(page, /Deleted \/b\.md/)
  await expect(rowOf(page, /^c\.md/)).toBeFocused()

  await walkTo(page, `/stores/${id}/plan?restore=1`)
  await page.getByRole('button', { name: /^Restore \d/ }).click()
  await expectSaid(page, /Restored \d memor/)

  await walkTo(page, `/stores/${id}?path=/a.md`)
  await page.context().grantPermissions(['clipboard-write'])
  await memoryPane(page).getByRole('button', { name: 'Copy path' }).click()
  await expectSaid(page, /^Copied$/)

  await walkTo(page, '/keys')
  const opener = page.getByRole('button', { name: 'New key' })
  await opener.click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await walkTo(page, `/redact?store=${id}`)
  await page.getByRole('textbox', { name: 'Text' }).fill('4711')
  await page.keyboard.press('Enter')
  await expectSaid(page, /match/)
})

test.use({ refused: /nowhere/ })
