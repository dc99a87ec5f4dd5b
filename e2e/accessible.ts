import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { WIDTHS } from './layout'

declare const axe: typeof Axe

/** Evaluated over the devtools protocol, so that the page's own policy need not allow it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The minimum size of targets (WCAG 2.2, 2.5.8) and that what is seen is said (2.5.3), which axe
 * checks only on request.
 */
const RULES = {
  'target-size': { enabled: true },
  'label-content-name-mismatch': { enabled: true },
}

/** Expects axe to find nothing on a page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFinding(page, { rules: RULES })
}

/**
 * Expects axe to find nothing in light and in dark. The dark theme changes only colours, so only
 * contrast is checked twice; what a page shows on request has the colours of the others.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoFinding(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What a narrow page may break, where it shows the same as a wide one. */
const RULES_ON_PHONE = [
  'target-size',
  'scrollable-region-focusable',
  'link-in-text-block',
  'color-contrast',
  'button-name',
  'link-name',
  'label-content-name-mismatch',
  'landmark-unique',
]

/** Expects axe to find nothing that a page's width has part in. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await expectNoFinding(page, { runOnly: RULES_ON_PHONE })
}

/**
 * What axe finds on a desk in light, and on a phone in dark: width and colours are asked about once each,
 * as neither changes what the other shows. Leaves the page on the phone.
 */
export async function inaccessible(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(WIDTHS.desk)
  const onDesk = await findings(page, { rules: RULES })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(WIDTHS.phone)
  return [...onDesk, ...(await findings(page, { runOnly: RULES_ON_PHONE }))]
}

/** Axe's findings on a page, each as its rule and the start of the element that breaks it. */
async function findings(page: Page, options: Axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(async (asked) => {
    // What lies behind a dialog cannot be reached, and is checked where there is none before it.
    const dialog = '[role="dialog"][data-state="open"]'
    const whole = document.querySelector(dialog) ? dialog : 'html'
    // Monaco's widgets are not ours to change.
    const { violations } = await axe.run(
      { include: [whole], exclude: ['.monaco-editor'] },
      { resultTypes: ['violations'], preload: false, elementRef: true, ...asked },
    )
    // What stands for a hidden character is drawn by a style sheet, which axe does not read.
    const isDrawn = (element?: Element) => element?.querySelector('[data-hidden]') != null
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ element }) => id !== 'label-content-name-mismatch' || !isDrawn(element))
        .map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  }, options)
}

async function expectNoFinding(page: Page, options: Axe.RunOptions): Promise<void> {
  // A page that is still loading may have no title yet.
  await expect(async () => {
    expect(await findings(page, options)).toEqual([])
  }).toPass({ timeout: 30_000 })
}

/** Regions whose changes a screen reader reads out. */
const LIVE =
  '[role="status"]:not([aria-live="off"]), [role="alert"], [role="log"], [aria-live="polite"]'

interface Listened {
  said: string[]
}

/** Remembers what a screen reader would read out by itself, until the page is loaded anew. */
export async function listenTo(page: Page): Promise<void> {
  await page.evaluate((live) => {
    const said: string[] = []
    ;(window as unknown as Listened).said = said
    // A region that comes with its words is not read out, but for an alert.
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(live)
        if (region) said.push(region.textContent)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          const alerts = [node, ...node.querySelectorAll('*')].filter(
            (each) => each.role === 'alert',
          )
          said.push(...alerts.map(({ textContent }) => textContent))
        }
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }, LIVE)
}

/** What a screen reader has read out since `listenTo`. */
export const saidOn = (page: Page) => page.evaluate(() => (window as unknown as Listened).said)

/**
 * Expects that a screen reader has read these words out since `listenTo`, and that the keyboard goes on
 * from a part of the page, not from its top.
 */
export async function expectSaid(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => saidOn(page)).toContainEqual(expect.stringMatching(words))
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await expect.poll(focused).not.toBe('BODY')
}
