import type { Page } from 'playwright/test'
import { expectSaid, inaccessible, listenTo, saidOn } from './accessible'
import { expect, test } from './fixtures'
import { faultsAt, onEachPage, speak, WIDTHS } from './layout'
import { open, walkTo } from './open'
import { HOSTILE } from './pages'
import { memoryPane, rowOf, treeOf, versionsOf } from './parts'

/** Hidden characters that nothing marks: in texts, in accessible names and in the title. */
const hiding = (page: Page) =>
  page.evaluate(() => {
    // Direction controls, characters without width, line separators.
    const hides = (text: string | null) =>
      /[\u061c\u00ad\u200b\u200e\u200f\u2028\u202a-\u202e\u2060\u2066-\u2069\u3164\ufeff]/.test(
        text ?? '',
      )
    const found = hides(document.title) ? [`title: ${document.title}`] : []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      // Text fields cannot be marked up, and Monaco marks in its own way.
      const isMarked = node.parentElement?.closest(
        '[data-hidden], script, style, textarea, .monaco-editor',
      )
      if (!isMarked && hides(node.textContent)) {
        found.push(`text: ${node.parentElement?.outerHTML.slice(0, 200)}`)
      }
    }
    const spoken = ['title', 'alt', 'label', 'placeholder', 'aria-label', 'aria-valuetext']
    for (const element of document.querySelectorAll('body *:not(.monaco-editor *)')) {
      for (const name of spoken) {
        if (hides(element.getAttribute(name)))
          found.push(`${name}: ${element.outerHTML.slice(0, 200)}`)
      }
    }
    return found
  })

/** Buttons, fields and current rows that nothing tells from the ground where the reader forces the colours. */
async function withoutEdge(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, a.button, input:not([type=checkbox], [type=radio], [type=range]), select, textarea, :is(li, section)[aria-current]',
      ),
    ]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { outlineStyle, borderTopWidth } = getComputedStyle(control)
        return outlineStyle === 'none' && borderTopWidth === '0px'
      })
      .map((control) => `no edge: ${control.outerHTML.slice(0, 200)}`),
  )
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

test('each page can be read by everybody, in light and dark, in forced colours, on a desk and on a phone, in German with names that do not fit', async ({
  page,
  application: { url },
  madeOf,
}) => {
  test.slow()
  await speak(page, 'de', url)
  await open(page, '/redactions')
  const found = await onEachPage(page, await madeOf(HOSTILE), async () => {
    const headings = await page.getByRole('heading', { level: 1 }).count()
    return [
      ...(headings === 1 ? [] : [`${headings} headings of the page`]),
      ...(await hiding(page)),
      ...(await withoutEdge(page)),
      ...(await inaccessible(page)),
      ...(await faultsAt(page, WIDTHS)),
    ]
  })
  expect(found).toEqual([])
})

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
  await expectSaid(page, /Saved/)
  await expect(memoryPane(page)).toBeFocused()

  await versionsOf(page).getByRole('link', { name: /v1$/ }).click()
  await memoryPane(page).getByRole('button', { name: 'Restore this version' }).click()
  await expectSaid(page, /v1 restored/)
  await page.keyboard.press('z')
  await expectSaid(page, /Undone$/)

  await rowOf(page, /^b\.md/).focus()
  for (const left of [rowOf(page, /^c\.md/), rowOf(page, /^a\.md/), treeOf(page)]) {
    await page.keyboard.press('Delete')
    await expect(left).toBeFocused()
  }
  await expectSaid(page, /Deleted \/a\.md/)
  expect(await saidOn(page)).not.toContainEqual(expect.stringMatching(/change \d of/))

  await walkTo(page, `/stores/${id}/plan?restore=1`)
  await page.getByRole('button', { name: /^Restore \d/ }).click()
  await expectSaid(page, /Restored \d memor/)

  await walkTo(page, `/stores/${id}?path=/a.md`)
  await page.context().grantPermissions(['clipboard-write'])
  await memoryPane(page).getByRole('button', { name: 'Copy path' }).click()
  await expectSaid(page, /^Copied$/)

  await walkTo(page, '/connections/keys')
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
