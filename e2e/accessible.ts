import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What is pointed at is 24 pixels high and wide, or stands apart (WCAG 2.2, 2.5.8); axe asks only on request. */
const RULES = { 'target-size': { enabled: true } }

/** No finding of axe, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // A page that is still coming has no title yet: what counts is what stays.
    await expect(async () => {
      // Monaco's own widgets are judged where they are ours to change.
      const { violations } = await new AxeBuilder({ page })
        .exclude('.monaco-editor')
        .options({ rules: RULES })
        .analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }).toPass({ timeout: 30_000 })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
