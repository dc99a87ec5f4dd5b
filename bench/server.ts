import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import Anthropic from '@anthropic-ai/sdk'
import { freePort } from '@/tests/support/postgresql-server'

/** A server in a process of its own. */
export interface RunningServer {
  url: string
  /** of the application, by the SDK's client */
  api: Anthropic['beta']
  /** resident memory, in megabytes */
  memory: () => number
  /** memory of what was started and of all that it started, each page shared by its share, megabytes */
  memoryOfAll: () => number
  /** processor time that it has used so far, in milliseconds */
  processorTime: () => number
  /** milliseconds from its start until `/readyz`, and of the processor by then */
  start: { ms: number; processorMs: number }
  stop: () => Promise<void>
}

const TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 20

/** The built application, as `npm start` runs it, with its data in a folder. */
export function startServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  const env = { DATA_DIR: folder, DATABASE_URL: '', ...settings }
  return startProgram(['scripts/start.mjs'], env, startedBy)
}

/** Starts the build in the framework's own server, as a packed application would run it. */
export function startFramework(folder: string): Promise<RunningServer> {
  const env = { DATA_DIR: folder, DATABASE_URL: '', NEXT_MANUAL_SIG_HANDLE: '1' }
  return startProgram(['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'], env)
}

/** Runs a program of Node that listens on `PORT`, a free one; waits until it is ready. */
export async function startProgram(
  program: readonly string[],
  settings: Record<string, string> = {},
  serverOf: (pid: number) => number = (pid) => pid,
): Promise<RunningServer> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), NODE_ENV: 'production' as const, ...settings }
  const started = performance.now()
  const child = spawn(process.execPath, program, { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (performance.now() - started > TIMEOUT_MS) throw new Error('the server did not start')
    await pause(POLL_INTERVAL_MS)
  }
  const pid = serverOf(child.pid ?? 0)
  return {
    url,
    api: new Anthropic({ apiKey: 'local', baseURL: url }).beta,
    memory: () => residentMegabytes(pid),
    memoryOfAll: () =>
      withDescendants(child.pid ?? 0).reduce((sum, each) => sum + ownMegabytes(each), 0),
    processorTime: () => processorTime(pid),
    start: { ms: performance.now() - started, processorMs: processorTime(pid) },
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

/**
 * Returns the last process that a start script started: the server, after what it may have had to
 * build.
 */
const startedBy = (pid: number) => childrenOf(pid).at(-1) ?? pid

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

const withDescendants = (pid: number): number[] => [
  pid,
  ...childrenOf(pid).flatMap((child) => withDescendants(child)),
]

/** A page that several processes share counts in each by its share. */
function ownMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

function processorTime(pid: number): number {
  // After the name, which may hold spaces; user and system time are fields 14 and 15 of all.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ', 2)
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * TICK_MS
}
