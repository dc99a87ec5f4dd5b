import { type Browser, chromium } from '@playwright/test'
import { requireChromium } from '@/scripts/find-chromium.mjs'
import { type BusyModel, startBusyModel } from './busy-model'
import { scratchFolder } from './scratch'
import { type RunningServer, startServer } from './server'

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
  /** started with the first call */
  browser: () => Promise<Browser>
  close: () => Promise<void>
}

export async function openGround(): Promise<Ground> {
  const { folder, discard } = scratchFolder()
  const model = await startBusyModel()
  let server: Promise<RunningServer> | undefined
  let browser: Promise<Browser> | undefined
  const settings = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'bench' }
  return {
    folder,
    model,
    server: () => (server ??= startServer(folder, settings)),
    browser: () => (browser ??= startBrowser()),
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
    args: ['--no-sandbox', '--disable-gpu'],
  })
}
