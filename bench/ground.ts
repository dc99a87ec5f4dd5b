import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from 'playwright/test'
import type { Database } from '@/lib/db/database'
import { migrateSqlite } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import { requireChromium } from '@/scripts/find-chromium.mjs'
import { type ModelServer, startModelServer } from '@/tests/support/scripted-model-server'
import { type RunningServer, startServer } from './server'

/** Things that are open, until all of them are closed. */
class Opened {
  private readonly closing: (() => unknown)[] = []

  /** Registers the closing of a thing; the last one registered is closed first. */
  keep<Thing>(thing: Thing, close: (thing: Thing) => unknown): Thing {
    this.closing.push(() => close(thing))
    return thing
  }

  /** A new folder beside the project, so that it is on the disk that people would use. */
  folder(): string {
    const folder = mkdtempSync(path.resolve('.cache-bench-'))
    return this.keep(folder, () => rmSync(folder, { recursive: true, force: true }))
  }

  async close(): Promise<void> {
    for (const close of this.closing.toReversed()) await close()
  }
}

/**
 * The built application, its data, its model and a browser, each started with the first call. In
 * full every part has them to itself; in small all share them: starts would cost more than the parts.
 */
export class Installation extends Opened {
  private constructor(
    readonly isSmall: boolean,
    readonly model: ModelServer,
  ) {
    super()
  }

  static async open(isSmall: boolean): Promise<Installation> {
    const installation = new Installation(isSmall, await startModelServer())
    return installation.keep(installation, ({ model }) => model.close())
  }

  readonly data = once(() => this.folder())
  readonly server = once(async () =>
    this.keep(await this.start(this.data()), (each) => each.stop()),
  )
  readonly browser = once(async () => this.keep(await startBrowser(), (each) => each.close()))
  private readonly window = once(async () => {
    const window = await (await this.browser()).newContext({ baseURL: (await this.server()).url })
    // Stays, and with it the process in which the others of its site are rendered.
    await (await window.newPage()).goto('/healthz')
    return window
  })

  start(folder: string): Promise<RunningServer> {
    return startServer(folder, { ANTHROPIC_BASE_URL: this.model.url, ANTHROPIC_API_KEY: 'bench' })
  }

  /**
   * Opens a page in a window of its own with an empty cache; in the small form, in one that knows
   * the scripts.
   */
  async page(viewport: { width: number; height: number }): Promise<Page> {
    const { url: baseURL } = await this.server()
    if (!this.isSmall) return (await this.browser()).newPage({ baseURL, viewport })
    const page = await (await this.window()).newPage()
    await page.setViewportSize(viewport)
    return page
  }
}

/** A server whose data were there before it started. */
export interface FilledServer<About> {
  server: RunningServer
  /** the answer of the filling */
  about: About
  /** of each time that it was started */
  starts: RunningServer['start'][]
}

/** The ground on which one part measures; what it opens is closed when the part is over. */
export class Ground extends Opened {
  constructor(private readonly installation: Installation) {
    super()
  }

  /** Closes what is opened meanwhile, so that what comes later is not measured beside it. */
  async apart<Answer>(work: (ground: Ground) => Promise<Answer>): Promise<Answer> {
    const ground = new Ground(this.installation)
    try {
      return await work(ground)
    } finally {
      await ground.close()
    }
  }

  get isSmall(): boolean {
    return this.installation.isSmall
  }

  /** The model server that the application's sessions talk to. */
  get model(): ModelServer {
    return this.installation.model
  }

  server(): Promise<RunningServer> {
    return this.installation.server()
  }

  /** A new page of the server's. */
  async page(width = 1280, height = 800): Promise<Page> {
    return this.keep(await this.installation.page({ width, height }), (page) => page.close())
  }

  /** A new database, in this folder. */
  async database(folder = this.folder()): Promise<Database> {
    return this.keep(await openIn(folder), (db) => db.close())
  }

  /** Fills the server's database, beside the server. */
  async fill<About>(fill: Fill<About>): Promise<About> {
    await this.server()
    return filledIn(this.installation.data(), fill)
  }

  /** A server of its own, started so often on a database that was filled; in small the one of all. */
  async filled<About>(fill: Fill<About>, times = 1): Promise<FilledServer<About>> {
    if (this.isSmall) {
      const server = await this.server()
      return { server, about: await this.fill(fill), starts: [server.start] }
    }
    const folder = this.folder()
    const about = await filledIn(folder, fill)
    let server = await this.installation.start(folder)
    const starts = [server.start]
    while (starts.length < times) {
      await server.stop()
      server = await this.installation.start(folder)
      starts.push(server.start)
    }
    return { server: this.keep(server, (each) => each.stop()), about, starts }
  }
}

type Fill<About> = (db: Database) => Promise<About>

/** Fills a new database in a folder, and closes it. */
export async function filledIn<About>(folder: string, fill: Fill<About>): Promise<About> {
  const db = await openIn(folder)
  try {
    return await fill(db)
  } finally {
    await db.close()
  }
}

async function openIn(folder: string): Promise<Database> {
  const file = fileIn(folder)
  await migrateSqlite(file)
  return openDatabase(`file:${file}`)
}

/** A database in a folder, as the application has it. */
export const fileIn = (folder: string) => path.join(folder, 'palimpsest.db')

function once<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined
  return () => (made ??= { thing: make() }).thing
}

async function startBrowser() {
  const executablePath = await requireChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--process-per-site'],
  })
}
