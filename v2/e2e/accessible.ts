import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

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
