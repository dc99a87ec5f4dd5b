import type { Page } from 'playwright/test'
import { expect } from './fixtures'
import { open } from './open'

/** Names a moment of a store on its page, after one of its changes. */
export async function nameMoment(
  page: Page,
  { storeId, sequence, name }: { storeId: string; sequence: number; name: string },
): Promise<void> {
  await open(page, `/stores/${storeId}?at=${sequence}`)
  const bar = page.getByRole('region', { name: 'Time' })
  await bar.getByRole('button', { name: 'Name this moment' }).click()
  await expect(bar.getByRole('textbox', { name: 'Name of this moment' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('button', { name: 'Remove name' })).toBeVisible()
}
