import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { requireChromium } from '@/scripts/find-chromium.mjs'
import { type BusyModel, startBusyModel } from './busy-model'
import { scratchFolder } from './scratch'
import { type RunningServer, startServer } from './server'

export interface Size {
  width: number
  height: number
}

/**
 * What a part measures on: the built application, its data, its model and a browser. In full every
 * part has one of its own; in small all share one, whose starts would cost more than the parts.
 */
export interface Ground {
  /** the server's data; its database can be filled before the server is asked for */
  folder: string
  /** the model server that the application's sessions talk to */
  model: BusyModel
  /** started with the first call */
  server: () => Promise<RunningServer>
  /** a new page of the application's, in a browser that is started with the first call */
  page: (viewport: Size) => Promise<Page>
  close: () => Promise<void>
}

/** Opens a page of the application at `baseURL`. */
export type OpenPage = (browser: Browser, baseURL: string, viewport: Size) => Promise<Page>

/** With nothing in its cache. */
export const inOwnWindow: OpenPage = (browser, baseURL, viewport) =>
  browser.newPage({ baseURL, viewport })

/** All pages in one window: what the first has loaded and compiled, the others have. */
export function inOneWindow(): OpenPage {
  let window: Promise<BrowserContext> | undefined
  return async (browser, baseURL, viewport) => {
    const page = await (await (window ??= openWindow(browser, baseURL))).newPage()
    await page.setViewportSize(viewport)
    return page
  }
}

/** Its first page stays, and with it the process in which the others of its site are rendered. */
async function openWindow(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const window = await browser.newContext({ baseURL })
  await (await window.newPage()).goto('/healthz')
  return window
}

export async function openGround(openPage: OpenPage): Promise<Ground> {
  const { folder, discard } = scratchFolder()
  const model = await startBusyModel()
  let server: Promise<RunningServer> | undefined
  let browser: Promise<Browser> | undefined
  const settings = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'bench' }
  const running = () => (server ??= startServer(folder, settings))
  return {
    folder,
    model,
    server: running,
    page: async (viewport) => {
      const { url } = await running()
      return openPage(await (browser ??= startBrowser()), url, viewport)
    },
    close: async () => {
      await (await browser)?.close()
      await (await server)?.stop()
      await model.close()
      discard()
    },
  }
}

async function startBrowser(): Promise<Browser> {
  const executablePath = await requireChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--process-per-site'],
  })
}
