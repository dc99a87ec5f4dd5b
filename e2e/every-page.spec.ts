import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes, findings } from './accessible'
import { everyPage } from './every-page'
import { expect, test } from './fixtures'
import { MEANINGS } from './key-meanings'
import { fieldsOutside } from './layout'
import { open, walkTo } from './open'

/** Direction controls, characters without width, and line separators. */
const HIDING =
  '\u061c\u200b\u200e\u200f\u202a\u202b\u202d\u202e\u202c\u2060\u2066\u2067\u2068\u2069\ufeff\u00ad\u3164\u2028'

/** Hidden characters that are not marked: in texts, in accessible names and in the title. */
async function hiding(page: Page): Promise<string[]> {
  return page.evaluate((characters) => {
    const hides = (text: string) => [...text].some((character) => characters.includes(character))
    const found = hides(document.title) ? [`title: ${document.title}`] : []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      // Text fields cannot be marked up, and Monaco marks in its own way.
      const isMarked = node.parentElement?.closest(
        '[data-hidden], script, style, textarea, .monaco-editor',
      )
      if (!isMarked && hides(node.textContent ?? '')) {
        found.push(`text: ${node.parentElement?.outerHTML.slice(0, 200)}`)
      }
    }
    const spoken = ['title', 'alt', 'label', 'placeholder', 'aria-label', 'aria-valuetext']
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('.monaco-editor')) continue
      for (const name of spoken) {
        if (hides(element.getAttribute(name) ?? '')) {
          found.push(`${name}: ${element.outerHTML.slice(0, 200)}`)
        }
      }
    }
    return found
  }, HIDING)
}

/**
 * Rules that a narrow page may break: small targets (WCAG 2.2, 2.5.8), areas that scroll and have
 * no tab stop, links told from their text by colour alone.
 */
const RULES = ['target-size', 'scrollable-region-focusable', 'link-in-text-block']

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

const LONG_WORDS = {
  store: `A store ${HIDING} that is called at some length for so small a page`,
  description: `Described ${HIDING} with a word that does not break: ${'w'.repeat(80)}`,
  // The only hidden character that a path may hold: Unicode calls it a letter.
  path: `/notes/x\u3164y/${'deep/'.repeat(8)}a-name-that-is-rather-long-${'x'.repeat(60)}.md`,
  content: `${'first line '.repeat(20)}${HIDING} here\n![alt ${HIDING}](x${HIDING}.png) [link](x:${HIDING})\n${'unbroken'.repeat(60)}\n| a | b |\n| - | - |\n| ${'c'.repeat(200)} | d |\n# Hidden \u202e \u001b[31m\n![pixel](https://foreign.invalid/p.png) <b>markup</b>\n- [x] done\n`,
  author: `An author ${HIDING} of a long name <and.of.a.long.address@example.com>`,
  message: `What was done ${HIDING}\nin two lines, told in full, ${'at length '.repeat(12)}`,
  title: `A conversation ${HIDING} ${'about something '.repeat(8)}`,
  said: `Remember that ${'tea '.repeat(10)}${HIDING} is green`,
}

/** Waits for both sides of a session, which arrive after the page. */
async function expectConversation(page: Page): Promise<void> {
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect(log.locator('[data-hidden]').first()).toBeVisible()
  const live = page.getByRole('complementary', { name: 'Memory, live' })
  await expect(live.locator('[data-hidden]').first()).toBeVisible()
}

test('on every page what hides is marked, all can be seen and reached, in light and in dark, and none is wider than a phone', async ({
  page,
  request,
  memoryStores,
}) => {
  test.slow()
  const { storeId, sessionId, addresses } = await everyPage(LONG_WORDS, { request, memoryStores })
  await open(page, `/stores/${storeId}?at=1`)
  const bar = page.getByRole('region', { name: 'Time' })
  const field = bar.getByRole('textbox', { name: 'Name of this moment' })
  await bar.getByRole('button', { name: 'Name this moment' }).click()
  await expect(field).toBeFocused()
  await field.fill(`Moment ${HIDING} M`)
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('button', { name: 'Remove name' })).toBeVisible()
  expect(await hiding(page)).toEqual([])

  for (const { name, href } of addresses) {
    await test.step(name, async () => {
      await walkTo(page, href)
      await page.setViewportSize(PHONE)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft([name, width]).toEqual([name, PHONE.width])
      expect.soft([name, await fieldsOutside(page)]).toEqual([name, []])
      expect.soft([name, await findings(page, { runOnly: RULES })]).toEqual([name, []])
      await page.setViewportSize(DESKTOP)
      await expectAccessibleInBothThemes(page)
      if (name === 'session') await expectConversation(page)
      expect.soft([name, await hiding(page)]).toEqual([name, []])
    })
  }

  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'More' }).click()
  const further = page.getByRole('menuitem')
  await expect(further).toHaveText(['Log', 'Connections', 'Settings'])
  expect.soft(await findings(page, {})).toEqual([])
  await further.filter({ hasText: 'Connections' }).click()
  await expect(page).toHaveURL('/connections')
  await page.setViewportSize(DESKTOP)

  await walkTo(page, '/search')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /^Go to a store/ })).toBeFocused()
  await page.keyboard.type('notes')
  await expect(page.getByRole('option', { name: /notes/ }).first()).toBeVisible()
  expect(await hiding(page)).toEqual([])

  await page.keyboard.press('Escape')
  await walkTo(page, `/stores/${storeId}/settings`)
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('dialog').getByText('A store [U+061C]').first()).toBeVisible()
  expect(await hiding(page)).toEqual([])
  await page.keyboard.press('Escape')
  await walkTo(page, `/sessions/${sessionId}`)
  await expect(page).toHaveTitle(/^A conversation \[.*RLO.*\] about something .* · Palimpsest$/)
})

/** What is shown with a letter on the page: in its bar, and at its buttons, links and menu items. */
const keyed = (page: Page) =>
  page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll('.key-bar [data-acts], #main :is(a, button, label)'),
    ]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        const copy = document.createElement('div')
        copy.innerHTML = element.innerHTML
        for (const unread of copy.querySelectorAll('kbd')) unread.remove()
        const name = element.ariaLabel ?? copy.textContent
        const strokes = [...element.querySelectorAll('kbd')].map(({ textContent }) => textContent)
        const told = /^(?:Shift\+)?[a-z]$/i.exec(element.getAttribute('aria-keyshortcuts') ?? '')
        return [...strokes, ...(told ?? [])].map((stroke) => ({
          stroke: stroke
            .replace('Shift+', '⇧')
            .replace(/^[A-Z]$/, (letter) => letter.toLowerCase()),
          name: name.trim(),
        }))
      })
    const inBar = [...document.querySelectorAll('.key-bar [data-acts]')].filter((element) =>
      element.checkVisibility(),
    )
    return { shown, inBar: inBar.length - 1 }
  })

test('on every page a letter means what it means everywhere, and no more than four keys stand in the bar', async ({
  page,
  request,
  memoryStores,
}) => {
  const { addresses } = await everyPage(LONG_WORDS, { request, memoryStores })
  await page.setViewportSize(DESKTOP)
  await open(page, '/redactions')
  for (const { name, href } of addresses) {
    await walkTo(page, href)
    const { shown, inBar } = await keyed(page)
    expect.soft([name, Math.max(inBar, 4)]).toEqual([name, 4])
    const others = shown.filter(
      ({ stroke, name: act }) => /^⇧?[a-zA-Z]$/.test(stroke) && !MEANINGS[stroke]?.test(act),
    )
    expect.soft([name, others]).toEqual([name, []])
  }
})
