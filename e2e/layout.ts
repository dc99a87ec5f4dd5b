import type { Page } from 'playwright/test'
import { ownPorts } from './ports'

export const WIDTHS = { phone: { width: 390, height: 844 }, tablet: { width: 1024, height: 768 } }

/** Sets the language of the pages, as if the reader had chosen it. */
export async function speak(page: Page, locale: string): Promise<void> {
  const url = `http://127.0.0.1:${ownPorts.application}`
  await page.context().addCookies([{ name: 'locale', value: locale, url }])
}

/**
 * Hidden fields that are placed against something else than their control or row: a focus would
 * scroll that.
 */
export const fieldsOutside = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('input')]
      .filter((input) => input.checkVisibility() && getComputedStyle(input).position === 'absolute')
      .filter((input) => input.clientWidth <= 1 || getComputedStyle(input).opacity === '0')
      .filter((input) => !input.closest('label, li')?.contains(input.offsetParent))
      .map((input) => input.outerHTML),
  )

/**
 * Lists the elements that are wider than the page, and the words of buttons that do not fit into
 * them.
 */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isCut = (element: Element) =>
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      !['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName)
    const buttons = [
      ...document.querySelectorAll('button, summary, [role=tab], a.inline-flex, .tab-bar > *'),
    ]
    const cut = buttons
      .filter((button) => [button, ...button.querySelectorAll('*')].some(isCut))
      .map((button) => button.textContent)
    return [...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`] : []), ...cut]
  })

/** Lists the parts of a phone's page head that are not in its one row, or are cut. */
export const besideHead = (page: Page) =>
  page.evaluate(() => {
    const head = document.querySelector('.sheet-head')
    const title = head?.querySelector('h1')
    if (!head || !title) return ['no head']
    const isInRow = (element: Element) =>
      element.checkVisibility() && !element.closest('[popover], .at-the-thumb')
    const parts = [...head.querySelectorAll('ol a, .sheet-acts :is(a, button)')].filter(isInRow)
    const row = title.parentElement?.getBoundingClientRect()
    const isBeside = (part: Element) => {
      const { top, bottom, left, right } = part.getBoundingClientRect()
      const middle = (top + bottom) / 2
      const isLevel = row !== undefined && middle > row.top && middle < row.bottom
      const isApart = row !== undefined && (right <= row.left || left >= row.right)
      return !isLevel || !isApart || left < 0 || right > innerWidth
    }
    return [
      ...parts.filter(isBeside).map((part) => part.outerHTML),
      ...(title.scrollHeight > title.clientHeight + 1 ? [`cut: ${title.textContent}`] : []),
    ]
  })

/** What pages list or show first, and what is a page's frame. */
const CONTENT =
  '[data-inbox-row], [data-session-row], [data-store-row], [data-change], [data-finding], [data-hit], [data-rule], [role="treeitem"], main h2, main p, main dt'
const FRAME =
  '.sheet-head, .sheet-views, .sheet-tabs-below, .filters, [popover], details:not([open]) *'

/** The first thing that a phone's page is about, if it begins below the middle of the screen. */
export const belowTheMiddle = (page: Page) =>
  page.evaluate(
    ([content, frame]) => {
      const [first] = [...document.querySelectorAll(content)]
        .filter((element) => element.checkVisibility() && !element.closest(frame))
        .map((element) => ({ element, top: element.getBoundingClientRect().top + scrollY }))
        .toSorted((one, other) => one.top - other.top)
      if (!first || first.top <= innerHeight / 2) return []
      return [`${Math.round(first.top)} px: ${first.element.outerHTML.slice(0, 200)}`]
    },
    [CONTENT, FRAME] as const,
  )
