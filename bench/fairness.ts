import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createApiKey } from '@/lib/auth/api-keys'
import { createStore } from '@/lib/store/stores/change-stores'
import { BENCH_SESSION, fillStore, NO_HIT, SECRET } from './fairness-store'
import type { Ground } from './ground'
import { percentile, type Row } from './measure'
import { part } from './part'
import { scratchDatabase } from './scratch'

/** Between two requests of one kind, in milliseconds: separate callers, not a load test. */
const PAUSE_MS = 10

/** Between two questions whether a job has ended, in milliseconds. */
const POLL_MS = 250

/** A long task is aborted after this, in milliseconds; measurements until then count. */
const MAX_MS = 60_000

/** The baseline group; the others run beside a long task each. */
const REST = 'at rest'

interface Scene {
  /** of the server */
  url: string
  /** the large store */
  base: string
  /** an export of it, to import again */
  exportFile: string
  /** of a reviewer’s key */
  secret: string
}

type LongThing = (scene: Scene, signal: AbortSignal) => Promise<unknown>

const LONG_THINGS: Record<string, LongThing> = {
  'export as zip': ({ base }, signal) => drain(`${base}/export?format=zip`, signal),
  'export as tar': ({ base }, signal) => drain(`${base}/export?format=tar`, signal),
  'export with history': ({ base }, signal) =>
    drain(`${base}/export?format=jsonl&history=true`, signal),
  'search without a hit': ({ base }, signal) => drain(`${base}/search?${queryOf(NO_HIT)}`, signal),
  'history search': ({ base }, signal) =>
    drain(`${base}/search?history=true&limit=100&${queryOf(SECRET)}`, signal),
  'history search without a hit': ({ base }, signal) =>
    drain(`${base}/search?history=true&${queryOf(NO_HIT)}`, signal),
  'comparison of the first moment with now': ({ base }, signal) =>
    drain(`${base}/changes?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`, signal),
  'statistics of the home page': ({ url }, signal) => drain(`${url}/stores`, signal),
  'activity page': ({ url }, signal) => drain(`${url}/activity`, signal),
  'plan to take a session back': ({ base }, signal) =>
    send(`${base}/undo`, { session_id: BENCH_SESSION, dry_run: true }, signal),
  'plan of an import': ({ base, exportFile }, signal) =>
    drain(`${base}/import?dry_run=true&name=again`, signal, {
      method: 'POST',
      headers: { 'content-type': 'application/jsonl' },
      body: Readable.toWeb(createReadStream(exportFile)) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as RequestInit),
  'scan of the store and its past': async ({ url, base, secret }, signal) => {
    const headers = { authorization: `Bearer ${secret}` }
    const init = { method: 'POST', body: JSON.stringify({ history: true }), headers, signal }
    const begun = await fetch(`${base}/scan`, init)
    if (!begun.ok) throw new Error(`${base}/scan answered ${begun.status}`)
    const { id } = (await begun.json()) as { id: string }
    const isRunning = async () => {
      const answer = await fetch(`${url}/v1/jobs/${id}`, { headers, signal })
      return ((await answer.json()) as { state: string }).state === 'running'
    }
    while (await isRunning()) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  },
  'finding a text': ({ base }, signal) =>
    send(`${base}/redact`, { text: SECRET, dry_run: true }, signal),
  'redaction of a text': ({ base }, signal) =>
    send(`${base}/redact`, { text: SECRET, wait: true }, signal),
}

/**
 * Latency of `/healthz`, and of reading and writing a memory, while each long task runs on a store
 * with this many memories, in the built application.
 */
export const fairnessPart = (memories: number) =>
  part<{ memories: number }>({ full: { memories }, smoke: { memories: 200 } }, fairnessRows)

async function fairnessRows({ memories }: { memories: number }, ground: Ground): Promise<Row[]> {
  const { folder } = ground
  const db = await scratchDatabase(folder, 'palimpsest')
  const started = performance.now()
  const large = await fillStore(db, memories)
  const other = await createStore(db, { name: 'of others' })
  const reviewer = await createApiKey(db, { name: 'bench', access: 'review', storeIds: null })
  await db.close()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stderr.write(`filled a store of ${memories} memories in ${seconds} s\n`)
  const server = await ground.server()
  const rows: Row[] = []
  const base = `${server.url}/v1/memory_stores/${large}`
  const exportFile = path.join(folder, 'export.jsonl')
  const probes = await probesOf(server.url, other.id)
  const atRest = () => new Promise((resolve) => setTimeout(resolve, memories / 40))
  rows.push(...(await during(REST, probes, atRest)))
  const bytes = await fetch(`${base}/export?format=jsonl`).then((answer) => answer.arrayBuffer())
  await writeFile(exportFile, Buffer.from(bytes))
  for (const [name, run] of Object.entries(LONG_THINGS)) {
    process.stderr.write(`  ${name}\n`)
    const scene = { url: server.url, base, exportFile, secret: reviewer.secret }
    rows.push(...(await during(name, probes, (signal) => run(scene, signal))))
  }
  return rows
}

type Probes = Record<string, () => Promise<unknown>>

async function probesOf(url: string, storeId: string): Promise<Probes> {
  const memories = `${url}/v1/memory_stores/${storeId}/memories`
  const content = 'what somebody else remembers\n'.repeat(30)
  const first = (await send(memories, { path: '/first.md', content })) as { id: string }
  let made = 0
  return {
    '/healthz': () => drain(`${url}/healthz`),
    'a read': () => drain(`${memories}/${first.id}`),
    'a write': () => send(memories, { path: `/written/${made++}.md`, content }),
  }
}

/** The latencies of the probes, repeated until the long task ends. */
async function during(
  name: string,
  probes: Probes,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<Row[]> {
  let isOver = false
  const times = new Map<string, number[]>()
  const probing = Object.entries(probes).map(async ([probe, ask]) => {
    const mine: number[] = []
    times.set(probe, mine)
    do {
      const start = performance.now()
      await ask()
      mine.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    } while (!isOver)
  })
  const started = performance.now()
  const leaving = AbortSignal.timeout(MAX_MS)
  await run(leaving).catch((error: unknown) => {
    if (!leaving.aborted) throw error
  })
  const took = ((performance.now() - started) / 1000).toFixed(1)
  isOver = true
  await Promise.all(probing)
  return [...times].map(([probe, mine]) => ({
    group: name,
    name: probe,
    p50: percentile(mine, 0.5),
    p99: percentile(mine, 0.99),
    note: `longest ${Math.max(...mine).toFixed(1)} ms of ${mine.length}; ${leaving.aborted ? 'broken off after' : 'took'} ${took} s`,
  }))
}

function queryOf(q: string): string {
  return String(new URLSearchParams({ q }))
}

/** Sends a request and reads the whole response, chunk by chunk. */
async function drain(url: string, signal?: AbortSignal, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, { ...init, ...(signal ? { signal } : {}) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const reader = response.body?.getReader()
  while (reader && !(await reader.read()).done);
}

async function send(url: string, body: object, signal?: AbortSignal): Promise<unknown> {
  const init = { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) }
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}
