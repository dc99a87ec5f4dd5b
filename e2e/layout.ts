import type { Page } from 'playwright/test'
import type { Locale } from '@/lib/text/locale'
import { walkTo } from './open'
import { type Made, PAGES } from './pages'

/** Sizes of a window by their names. */
export type Sizes = Readonly<Record<string, { width: number; height: number }>>

export const WIDTHS = {
  phone: { width: 390, height: 844 },
  tablet: { width: 800, height: 1024 },
  desk: { width: 1280, height: 800 },
}

/** The widths that a window of 1280 by 1024 has in CSS pixels at 200 and 400 %. */
export const ZOOMED = {
  '200 %': { width: 640, height: 512 },
  '400 %': { width: 320, height: 256 },
}

/** What is found on each page, by its name; pages are walked through without a full load. */
export async function onEachPage(
  page: Page,
  made: Made,
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = []
  for (const [name, addressOf] of PAGES) {
    await walkTo(page, addressOf(made))
    found.push(...(await look(page)).map((fault) => `${name}: ${fault}`))
  }
  return found
}

/** What of a page does not fit at these sizes of its window. */
export async function faultsAt(page: Page, sizes: Sizes): Promise<string[]> {
  const found: string[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    const faults = [...(await tooWide(page)), ...(await covered(page))]
    found.push(...faults.map((fault) => `${size}: ${fault}`))
  }
  return found
}

/** Sets the language of the pages, as if the reader had chosen it. */
export async function speak(page: Page, locale: Locale, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'locale', value: locale, url }])
}

/** What is wider than the page or has not half of its width, and words that their buttons do not hold. */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isCut = (element: Element) =>
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      !['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName)
    const buttons = [...document.querySelectorAll('button:not(.row-link), summary, .tab-bar > *')]
    const cut = buttons.filter((button) => isCut(button)).map((button) => button.textContent)
    const choices = [...document.querySelectorAll('fieldset > label')]
    const outside = choices.filter((each) => each.getBoundingClientRect().right > clientWidth)
    const names = [...document.querySelectorAll('.row-link')]
    const isGone = ({ clientWidth, scrollWidth }: Element) =>
      clientWidth < Math.min(96, scrollWidth - 1)
    const gone = names.filter((name) => name.checkVisibility() && isGone(name))
    const content = document.getElementById('main')?.clientWidth ?? 0
    return [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`] : []),
      ...(content < clientWidth / 2 ? [`the content: ${content} px`] : []),
      ...cut,
      ...outside.map(({ textContent }) => `outside of the window: ${textContent}`),
      ...gone.map(({ textContent }) => `no room for the name ${textContent}`),
    ]
  })

/**
 * Texts that lie on each other, and texts of which a part cannot be reached: cut off without an
 * ellipsis or a way to scroll. What floats above the page is compared with nothing below it.
 */
export const covered = (page: Page) =>
  page.evaluate(() => {
    interface Box {
      text: string
      layer: Element | null
      element: Element
      left: number
      right: number
      top: number
      bottom: number
    }
    const found: string[] = []
    const boxes: Box[] = []
    const isFloating = (element: Element) =>
      ['fixed', 'sticky'].includes(getComputedStyle(element).position)
    const layerOf = (element: Element): Element | null => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (isFloating(each)) return each
      }
      return null
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!element || text === '' || !element.checkVisibility({ opacityProperty: true })) continue
      if (element.closest('.sr-only, .monaco-editor, script, style')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const box = { text, element, layer: layerOf(element), left, right, top, bottom }
        let isGone = right - left < 1
        let isScrolled = false
        for (let each: Element | null = element; each && !isGone; each = each.parentElement) {
          const style = getComputedStyle(each)
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
          const clip = each.getBoundingClientRect()
          // Said to a screen reader alone.
          if (clip.width <= 1) isGone = true
          if (isGone) break
          isScrolled ||= /auto|scroll/.test(style.overflowX + style.overflowY)
          const isShortened = style.textOverflow === 'ellipsis' || Number(style.webkitLineClamp) > 0
          const isCut = box.right > clip.right + 2 || box.bottom > clip.bottom + 4
          if (isCut && !isScrolled && !isShortened && each !== document.documentElement) {
            found.push(`cut: ${text.slice(0, 60)} in ${each.className || each.tagName}`)
          }
          box.right = Math.min(box.right, clip.right)
          box.left = Math.max(box.left, clip.left)
          box.bottom = Math.min(box.bottom, clip.bottom)
          box.top = Math.max(box.top, clip.top)
          if (isFloating(each)) break
        }
        if (!isGone && box.right > box.left && box.bottom > box.top) boxes.push(box)
      }
    }
    boxes.sort((one, other) => one.top - other.top)
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        if (other.top >= one.bottom) break
        if (one.layer !== other.layer || one.element === other.element) continue
        const height = Math.min(one.bottom, other.bottom) - other.top
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        // Lines of one paragraph may touch.
        const least = Math.min(one.bottom - one.top, other.bottom - other.top) / 2
        if (width > 2 && height > least) {
          found.push(`“${one.text.slice(0, 40)}” lies on “${other.text.slice(0, 40)}”`)
        }
      }
    }
    return [...new Set(found)]
  })
