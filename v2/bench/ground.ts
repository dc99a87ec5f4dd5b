import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createKey } from '@/lib/auth/keys'
import { closeDatabase, openDatabase, useDatabase } from '@/lib/db'
import { migrate } from '@/lib/db/migrate'
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
  stop: () => Promise<void>
}

const cleanUps: (() => Promise<unknown> | void)[] = []

/** Ends and removes all that was made, the last first. */
export async function leave(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
}

function newFolder(): string {
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

const STARTS_WITHIN_MS = 240_000

/** Starts the application with a database; where its build is missing or old, it is built first. */
export async function serve(place: Place): Promise<Server> {
  const secret = await inside(place, async () => {
    const key = { name: 'bench', access: 'admin', isAgent: false, storeIds: null } as const
    return (await createKey(key)).secret
  })
  const port = await freePort()
  const { folder: DATA_DIR, databaseUrl: DATABASE_URL } = place
  const env = { ...process.env, PORT: String(port), DATA_DIR, DATABASE_URL, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env,
    stdio: ['ignore', 2, 2],
  })
  const stop = () => ended(child)
  cleanUps.push(stop)
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  return { url, secret, processor: () => processorOf(child.pid ?? 0), stop }
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
  const processes = new Map<number, { parent: number; ms: number }>()
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const found = statOf(name)
      if (found) processes.set(Number(name), found)
    }
  } catch {
    return 0
  }
  let sum = 0
  for (const [pid, { ms }] of processes) {
    let at = pid
    while (at > 1 && at !== root) at = processes.get(at)?.parent ?? 0
    if (at === root) sum += ms
  }
  return sum
}

function statOf(pid: string): { parent: number; ms: number } | null {
  try {
    // The name of a program may hold spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [user = 0, system = 0] = stat.slice(11, 13).map(Number)
    return { parent: Number(stat[1]), ms: ((user + system) * 1_000) / TICKS }
  } catch {
    return null
  }
}
