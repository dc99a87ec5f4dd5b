import type { Page, Response } from 'playwright/test'
import { gate } from '@/tests/support/model-server'

/** Present once the page is hydrated (`components/frame/listeners.tsx`). */
const READY = 'html[data-ready]'

/** Loads an address and waits until the page is hydrated: input would be lost before. */
export async function open(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address, { waitUntil: 'commit' })
  await untilReady(page)
  return response
}

/** Goes to an address within the application, as its links do: a full load costs four times as much. */
export async function walkTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { next } = window as unknown as { next: { router: { push(to: string): void } } }
    next.router.push(to)
  }, address)
  await page.waitForURL((url) => `${url.pathname}${url.search}${url.hash}` === address)
}

/** Reloads the page and waits until it is hydrated. */
export async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'commit' })
  await untilReady(page)
}

/** Lets what is sent to these addresses wait, until what it returns is called; reads go on. */
export async function holdActs(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { opened, open: letGo } = gate()
  await page.route(addresses, async (route) => {
    if (route.request().method() === 'POST') await opened
    await route.continue()
  })
  return letGo
}

async function untilReady(page: Page): Promise<void> {
  await page.locator(READY).waitFor({ state: 'attached' })
}
