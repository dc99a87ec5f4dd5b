import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { perProcess } from './per-process'
import { settings } from './settings'

/**
 * `server.json` in the data folder, by which programs of this machine find the running server. Who can
 * read it, the user that the server runs as, knows its secret and passes as the command line.
 */

const schema = z.object({ url: z.string(), pid: z.number().int().positive(), secret: z.string() })

export type RunningServer = z.infer<typeof schema>

const fileIn = (dataDir: string) => path.join(dataDir, 'server.json')

/** The secret of this process, made at its start. It has the form of a key, and is none. */
export const serverSecret = perProcess('secret of the server', () => {
  const secret = `plk_${randomBytes(32).toString('base64url')}`
  return () => secret
})

/** Where programs of this machine call this server. */
export function serverAddress(): string {
  const { host, port } = settings()
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Where a browser reaches it, by what it sent: behind a proxy by the name of the proxy. */
export const reachedAt = (sent: Pick<Headers, 'get'>): string =>
  `${sent.get('x-forwarded-proto') ?? 'http'}://${sent.get('host') ?? '127.0.0.1'}`

/** Where a person looks at what waits in a store. */
export const reviewAddress = (storeId: string): string =>
  `${serverAddress()}/review?store=${storeId}`

/** Writes this server's address and secret; returns what takes the file away again. */
export function announceServer(): () => void {
  const { dataDir } = settings()
  const file = fileIn(dataDir)
  const own = { url: serverAddress(), pid: process.pid, secret: serverSecret() }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // In place of what is there, which may be readable by others.
  rmSync(file, { force: true })
  writeFileSync(file, `${JSON.stringify(own)}\n`, { mode: 0o600 })
  return () => {
    if (announcedServer(dataDir)?.secret === own.secret) rmSync(file, { force: true })
  }
}

const LOOK_EACH_MS = 100

/** Tells whoever started this server where it is, once it is ready, unless it is to end before. */
export async function sayWhenReady(signal: AbortSignal): Promise<void> {
  const url = serverAddress()
  while (!signal.aborted) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return void process.stdout.write(`palimpsest: serving ${url}\n`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EACH_MS))
  }
}

/** What the file says, whether that server still runs or not; null: there is none. */
export function announcedServer(dataDir: string): RunningServer | null {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

const ANSWER_WITHIN_MS = 2_000

/**
 * The server that runs with this data folder; null: none does. It is known by taking its secret, since
 * after a kill its process id may be another program's.
 */
export async function runningServer(dataDir: string): Promise<RunningServer | null> {
  const announced = announcedServer(dataDir)
  if (!announced || !isAlive(announced.pid)) return null
  try {
    const { status } = await fetch(`${announced.url}/v1/memory_stores?limit=1`, {
      headers: { authorization: `Bearer ${announced.secret}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return status === 401 ? null : announced
  } catch (error) {
    // One that is busy for longer is still there; one that does not listen is not.
    return error instanceof DOMException && error.name === 'TimeoutError' ? announced : null
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
