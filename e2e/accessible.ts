import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type RunOptions = Parameters<AxeBuilder['options']>[0]

/** What is pointed at is 24 pixels high and wide, or stands apart (WCAG 2.2, 2.5.8); axe asks only on request. */
const RULES = { 'target-size': { enabled: true } }

/** No finding of axe; in the dark only colours differ, so only contrast is looked at again. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFinding(page, { rules: RULES })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoFinding(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectNoFinding(page: Page, options: RunOptions): Promise<void> {
  // A page that is still coming has no title yet: what counts is what stays.
  await expect(async () => {
    // Monaco's own widgets are judged where they are ours to change.
    const { violations } = await new AxeBuilder({ page })
      .exclude('.monaco-editor')
      .options(options)
      .analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }).toPass({ timeout: 30_000 })
}
