import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import { expect, type Page } from '@playwright/test'

declare const axe: typeof Axe

/** axe as it stands in a page; evaluated there by the browser's tools, it needs no leave of the page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is pointed at is 24 pixels high and wide, or stands apart (WCAG 2.2, 2.5.8); axe asks only on request. */
const RULES = { 'target-size': { enabled: true } }

/** No finding of axe; in the dark only colours differ, so only contrast is looked at again. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFinding(page, { rules: RULES })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoFinding(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What axe finds on a page: the rule, and the beginning of each element that breaks it. */
export async function findings(page: Page, options: Axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(async (asked) => {
    // Monaco's own widgets are judged where they are ours to change.
    const { violations } = await axe.run(
      { exclude: ['.monaco-editor'] },
      { resultTypes: ['violations'], preload: false, ...asked },
    )
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  }, options)
}

async function expectNoFinding(page: Page, options: Axe.RunOptions): Promise<void> {
  // A page that is still coming has no title yet: what counts is what stays.
  await expect(async () => {
    expect(await findings(page, options)).toEqual([])
  }).toPass({ timeout: 30_000 })
}
