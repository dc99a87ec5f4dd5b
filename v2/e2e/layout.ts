import type { Page } from 'playwright/test'

export const WIDTHS = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
}

/** What is wider than the page, and the words of buttons that do not fit into them. */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isCut = (element: Element) =>
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      !['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName)
    const buttons = [...document.querySelectorAll('button:not(.row-link), summary, .tab-bar > *')]
    const cut = buttons.filter((button) => isCut(button)).map((button) => button.textContent)
    return [...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`] : []), ...cut]
  })
