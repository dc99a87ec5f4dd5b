import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { createKey } from '@/lib/auth/keys'
import { closeDatabase, openDatabase, useDatabase } from '@/lib/db'
import { migrate } from '@/lib/db/migrate'
import { requireChromium } from '@/scripts/find-chromium.mjs'
import { freePort, onServer, startPostgresql, urlOf } from '@/tests/support/postgresql-server'

/** Where a part measures: databases of its own, and the application on them as people run it. */

export type Kind = 'sqlite' | 'postgresql'

export interface Place {
  kind: Kind
  /** its data folder */
  folder: string
  databaseUrl: string
}

export interface Server {
  url: string
  /** of a script with all access */
  secret: string
  /** milliseconds of processor that it has used so far, with all its processes */
  processor: () => number
  /** megabytes that are resident, with all its processes */
  memory: () => number
  stop: () => Promise<void>
}

const cleanUps: (() => Promise<unknown> | void)[] = []

/** Ends and removes all that was made, the last first. */
export async function leave(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
}

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-bench-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let postgresql: Promise<{ url: string }> | null = null
let databases = 0

/** An empty database of a kind. PostgreSQL is one server that syncs, unlike the tests' one. */
export async function newPlace(kind: Kind): Promise<Place> {
  const folder = newFolder()
  if (kind === 'sqlite') {
    const databaseUrl = `file:${path.join(folder, 'palimpsest.db')}`
    await migrate(databaseUrl)
    return { kind, folder, databaseUrl }
  }
  postgresql ??= startPostgresql(['max_connections=200']).then((server) => {
    cleanUps.push(() => server.stop())
    return server
  })
  const { url } = await postgresql
  const name = `bench_${++databases}`
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const databaseUrl = urlOf(url, name)
  await migrate(databaseUrl)
  return { kind, folder, databaseUrl }
}

/** Does something on a database by the verbs themselves, in this process. */
export async function inside<T>(place: Place, work: () => Promise<T>): Promise<T> {
  useDatabase(await openDatabase(place.databaseUrl))
  try {
    return await work()
  } finally {
    await closeDatabase()
  }
}

const STARTS_WITHIN_MS = 900_000

/**
 * Starts the application of a folder with a database, as `npm start` does; what is missing or old there
 * is made first.
 */
export async function serve(place: Place, cwd = '.'): Promise<Server> {
  const secret = await inside(place, async () => {
    const key = { name: 'bench', access: 'admin', isAgent: false, storeIds: null } as const
    return (await createKey(key)).secret
  })
  const port = await freePort()
  const { folder: DATA_DIR, databaseUrl: DATABASE_URL } = place
  const env = { ...process.env, PORT: String(port), DATA_DIR, DATABASE_URL, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd,
    env,
    stdio: ['ignore', 2, 2],
  })
  const stop = () => ended(child)
  cleanUps.push(stop)
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  const { pid = 0 } = child
  return { url, secret, processor: () => processorOf(pid), memory: () => memoryOf(pid), stop }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + STARTS_WITHIN_MS
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await pause(100)
  }
  throw new Error(`the server was not ready within ${STARTS_WITHIN_MS / 1_000} s`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

/** Ticks of a second in /proc, on every Linux of today. */
const TICKS = 100

/** Milliseconds of processor of a process and all that it started; 0 where there is no /proc. */
export function processorOf(root: number): number {
  return sumOf(root, (pid) => {
    const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number)
    return ((user + system) * 1_000) / TICKS
  })
}

/** Resident megabytes of a process and all that it started: of what several share, each its part. */
function memoryOf(root: number): number {
  return sumOf(root, (pid) => {
    const [, kilobytes] =
      /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) / 1_024
  })
}

/** Adds up a figure of a process and its descendants; what ends meanwhile counts nothing. */
function sumOf(root: number, figure: (pid: number) => number): number {
  const parents = new Map<number, number>()
  for (const name of existsSync('/proc') ? readdirSync('/proc') : []) {
    if (/^\d+$/.test(name))
      parents.set(
        Number(name),
        ifThere(() => Number(statOf(Number(name))[1])),
      )
  }
  let sum = 0
  for (const pid of parents.keys()) {
    let at = pid
    while (at > 1 && at !== root) at = parents.get(at) ?? 0
    if (at === root) sum += ifThere(() => figure(pid))
  }
  return sum
}

function ifThere(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}

/** What /proc says of a process after its name, which may hold spaces and parentheses. */
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

let browser: Promise<Browser> | null = null

/** A window of its own of a real browser, with an empty cache. */
export async function newWindow(): Promise<Page> {
  browser ??= launch()
  const context = await (await browser).newContext({ viewport: { width: 1_440, height: 900 } })
  return context.newPage()
}

async function launch(): Promise<Browser> {
  const executablePath = requireChromium()
  const launched = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox'],
  })
  cleanUps.push(() => launched.close())
  return launched
}

/** Loads an address and waits until the page takes input (`components/frame/listeners.tsx`). */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}
