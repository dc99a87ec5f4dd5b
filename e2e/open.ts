import type { Page, Response } from '@playwright/test'

/** What the frame says of itself once scripts have taken it over (`components/ui/page-ready.tsx`). */
const READY = 'html[data-ready]'

/** Goes to an address and waits, once, until every control of the page is heard. */
export async function open(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address, { waitUntil: 'commit' })
  await untilReady(page)
  return response
}

/** Goes to an address within the page, as its links do: nothing is loaded that is there. */
export async function walkTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { next } = window as unknown as { next: { router: { push(to: string): void } } }
    next.router.push(to)
  }, address)
  await page.waitForURL((url) => `${url.pathname}${url.search}${url.hash}` === address)
}

/** Loads the page again and waits until every control of it is heard. */
export async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'commit' })
  await untilReady(page)
}

/** Waits until every control of the page is heard, which was asked for in another way. */
async function untilReady(page: Page): Promise<void> {
  await page.locator(READY).waitFor({ state: 'attached' })
}
