import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { expect, test as base } from 'playwright/test'
import {
  type Application,
  endApplication as end,
  startApplication as start,
} from '@/tests/support/application'
import { type Made, make, type Words } from './pages'

/** The official SDK’s client of stores. */
export type MemoryStores = Anthropic['beta']['memoryStores']

/** Stores as a script has them, with what many tests do to them in one word. */
export interface Stores extends MemoryStores {
  /** Makes a store of this test's own, by this name; resolves with its id. */
  make: (name: string, memories?: Readonly<Record<string, string>>) => Promise<string>
  /** the id of a store's memory */
  memoryAt: (storeId: string, path: string) => Promise<string>
  /** what a store's memory holds now */
  contentAt: (storeId: string, path: string) => Promise<string>
  /** Gives a store's memory another text. */
  write: (storeId: string, path: string, content: string) => Promise<unknown>
}

interface Worker {
  application: Application
  /** what the addresses of `PAGES` name, made once for all tests that only look at it */
  madeOf: (words: Words) => Promise<Made>
}

interface Fixtures {
  /** the official SDK on the application, as a script would use it */
  stores: Stores
  /** addresses that the test expects to fail; the browser logs each failure as an error */
  refused: RegExp | null
  /** a temporary folder, which the server may read, too */
  folder: string
}

const clientOf = (baseURL: string) => new Anthropic({ apiKey: 'local', baseURL }).beta.memoryStores

/** A test fails when its page logs an error, asks another host, or is answered with a fault of ours. */
export const test = base.extend<Fixtures, Worker>({
  application: [
    // Playwright reads from the pattern which fixtures are needed.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const application = await startApplication()
      await use(application)
      await endApplication(application)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  madeOf: [
    async ({ application: { url } }, use) => {
      const kept = new Map<Words, Promise<Made>>()
      await use((words) => {
        const made = kept.get(words) ?? make(words, clientOf(url), url)
        kept.set(words, made)
        return made
      })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ application }, use) => use(application.url),
  stores: async ({ application }, use) => {
    const client = clientOf(application.url)
    const { memories } = client
    const memoryAt = async (storeId: string, at: string) => {
      const folder = at.slice(0, at.lastIndexOf('/') + 1)
      const { data } = await memories.list(storeId, { path_prefix: folder })
      const found = data.find((memory) => memory.type === 'memory' && memory.path === at)
      if (found?.type !== 'memory') throw new Error(`nothing at ${at}`)
      return found.id
    }
    const stores: Omit<Stores, keyof MemoryStores> = {
      make: async (name, texts = {}) => {
        const { id } = await client.create({ name })
        for (const [at, content] of Object.entries(texts)) {
          await memories.create(id, { path: at, content })
        }
        return id
      },
      memoryAt,
      contentAt: async (storeId, at) => {
        const asked = { memory_store_id: storeId, view: 'full' } as const
        return (await memories.retrieve(await memoryAt(storeId, at), asked)).content ?? ''
      },
      write: async (storeId, at, content) =>
        memories.update(await memoryAt(storeId, at), { memory_store_id: storeId, content }),
    }
    await use(Object.assign(client, stores))
  },
  refused: [null, { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  page: async ({ page, refused, application }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      const { url } = message.location()
      const isFetch = /^(Failed to (load resource|fetch RSC payload)|ChunkLoadError)/.test(
        message.text(),
      )
      const isAskedFor = refused?.test(url) && isFetch
      if (message.type() === 'error' && !isAskedFor) problems.push(`${message.text()} ${url}`)
    })
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('response', (response) => {
      if (response.status() >= 500 && !refused?.test(response.url())) {
        problems.push(`${response.status()} ${response.url()}`)
      }
    })
    page.on('request', (request) => {
      const url = request.url()
      const isOurs = url.startsWith(application.url) || /^(data|blob|about):/.test(url)
      if (!isOurs) problems.push(`asked ${url}`)
    })
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(problems).toEqual([])
  },
})

export { expect }

/** Starts the built application on a data folder of its own; resolves once it serves. */
export async function startApplication(
  environment: Readonly<Record<string, string>> = {},
): Promise<Application> {
  const dataDir = mkdtempSync(path.join(process.env.E2E_DATA ?? tmpdir(), 'data-'))
  return start(dataDir, {
    ANTHROPIC_API_KEY: '',
    ANTHROPIC_AUTH_TOKEN: '',
    ANTHROPIC_BASE_URL: '',
    SEED_ROOTS: [tmpdir(), path.dirname(dataDir), path.resolve('.')].join(path.delimiter),
    WATCH_ROOTS: [tmpdir(), path.dirname(dataDir)].join(path.delimiter),
    CLAUDE_CONFIG_DIR: claudeOf({ dataDir }),
    LOG_LEVEL: 'warn',
    ...environment,
  })
}

/** The folder that an application takes for Claude Code's. */
export const claudeOf = ({ dataDir }: Pick<Application, 'dataDir'>) => `${dataDir}-claude`

export async function endApplication(application: Application): Promise<void> {
  await end(application)
  rmSync(claudeOf(application), { recursive: true, force: true })
}
