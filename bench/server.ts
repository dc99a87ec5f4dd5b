import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { freePort } from '@/tests/support/postgresql-server'

/** A server in a process of its own. */
export interface RunningServer {
  url: string
  /** resident memory, in megabytes */
  memory: () => string
  /** processor time that it has used so far, in milliseconds */
  processorTime: () => number
  /** milliseconds from its start until `/readyz`, and of the processor by then */
  start: { ms: number; processorMs: number }
  stop: () => Promise<void>
}

/**
 * Starts the built application, as `npm start` runs it, on a free port with its data in a folder;
 * waits until it is ready.
 */
export async function startServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort()
  const program = ['scripts/start.mjs']
  const child = startProgram(program, port, { DATA_DIR: folder, DATABASE_URL: '', ...settings })
  return ready(child, port, () => childOf(child.pid ?? 0))
}

/** The same build in the framework's own server, as a packed application would run it. */
export async function startFramework(folder: string): Promise<RunningServer> {
  const port = await freePort()
  const program = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', `${port}`]
  const settings = { DATA_DIR: folder, DATABASE_URL: '', NEXT_MANUAL_SIG_HANDLE: '1' }
  const child = startProgram(program, port, settings)
  return ready(child, port, () => child.pid ?? 0)
}

/** A server of Node that answers everything with the same text. */
export async function startBareServer(text: string): Promise<RunningServer> {
  const port = await freePort()
  const child = startProgram(['bench/bare-server.mjs', String(port), text], port, {})
  return ready(child, port, () => child.pid ?? 0)
}

/** A server of Node with a page that shows what is posted to it. */
export async function startBareEvents(): Promise<RunningServer> {
  const port = await freePort()
  const child = startProgram(['bench/bare-events.mjs', String(port)], port, {})
  return ready(child, port, () => child.pid ?? 0)
}

function startProgram(
  program: readonly string[],
  port: number,
  settings: Record<string, string>,
): ChildProcess {
  const env = { ...process.env, PORT: String(port), NODE_ENV: 'production' as const, ...settings }
  return spawn(process.execPath, program, { env, stdio: 'ignore' })
}

const TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 20

async function ready(
  child: ChildProcess,
  port: number,
  pid: () => number | string,
): Promise<RunningServer> {
  const started = performance.now()
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  while (performance.now() - started < TIMEOUT_MS) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) {
      const ms = performance.now() - started
      const start = { ms, processorMs: processorTime(pid()) }
      const memory = () => residentMegabytes(pid())
      return { url, memory, processorTime: () => processorTime(pid()), start, stop }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  throw new Error('the server did not start')
}

/** The server process that a start script started. */
function childOf(parent: number): string {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
  return children.split(' ')[0] ?? ''
}

function residentMegabytes(pid: number | string): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024).toFixed(0)
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

function processorTime(pid: number | string): number {
  // After the name, which may hold spaces; user and system time are fields 14 and 15 of all.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ', 2)
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * TICK_MS
}
