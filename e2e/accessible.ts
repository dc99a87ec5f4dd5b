import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No finding of axe, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // The title comes with the rest of a page that is streamed.
  await expect(page).toHaveTitle(/./)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Monaco's own widgets are judged where they are ours to change.
    const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
