import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No finding of axe, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // A page that is still coming has no title yet: what counts is what stays.
    await expect(async () => {
      // Monaco's own widgets are judged where they are ours to change.
      const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }).toPass({ timeout: 15_000 })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
