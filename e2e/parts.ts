import { expect, type Locator, type Page } from 'playwright/test'
import { open } from './open'

/** Parts of a store's page, by role and name. */

export const treeOf = (page: Page): Locator => page.getByRole('tree', { name: 'Memories' })

export const rowOf = (page: Page, name: string | RegExp): Locator =>
  treeOf(page).getByRole('treeitem', { name })

/** The memory that is open. */
export const memoryPane = (page: Page): Locator =>
  page.getByRole('region', { name: 'Memory', exact: true })

export const versionsOf = (page: Page): Locator => page.getByRole('list', { name: 'Versions' })

/** Takes JSON Lines into a store, memories or a history, by its pages. */
export async function seedLines(
  page: Page,
  storeId: string,
  lines: readonly object[],
): Promise<void> {
  await open(page, `/stores/${storeId}/seed`)
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  const file = { name: 'lines.jsonl', mimeType: 'application/x-ndjson', buffer }
  await page.getByLabel('Choose files…').setInputFiles(file)
  await page.getByRole('button', { name: /^Seed \d/ }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible({ timeout: 30_000 })
}

/** A few words of the page's own, after an act. */
export const toast = (page: Page, words: string): Locator => page.getByText(words, { exact: true })

/** The key that stands for Control, and on a Mac for Command. */
export const SAVE = 'ControlOrMeta+Enter'
