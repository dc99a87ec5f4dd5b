import type { Page } from 'playwright/test'

/** Types the name of a model that is not listed, in the form for a session. */
export async function nameModel(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'Another model’s name…' }).click()
  await page.getByRole('textbox', { name: 'Model' }).fill(name)
}

/** Unfolds *Advanced* in the form for a session. */
export async function unfoldAdvanced(page: Page): Promise<void> {
  await page.getByText('Advanced', { exact: true }).click()
}

/** The row of a setting, folded to its sentence, by what is set. */
export const settingRow = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title })
