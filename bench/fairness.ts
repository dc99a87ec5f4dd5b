import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { jobDone, numbers, pathOf, SCRIPT, words, write } from './fill'
import { ask, drain, post } from './http-call'
import { during, probesOf } from './beside'
import { part } from './part'

/** The session whose changes are shown and undone. */
const SESSION = 'sesn_011111111111111111111Fair'

/** Occurs in one memory of a hundred, and again in what the session wrote. */
const SECRET = 'sk-fair-7Qp2'

/** A query whose trigrams are in nearly every memory, while its words are nowhere in this order. */
const NO_HIT = 'budget deployment agents'

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

type LongThing = (scene: Scene, init: { signal: AbortSignal }) => Promise<unknown>

const queryOf = (q: string) => String(new URLSearchParams({ q }))

/** Reads what the large store answers at an address. */
const reading =
  (address: string): LongThing =>
  ({ base }, init) =>
    drain(base + address, init)

const LONG_THINGS: Record<string, LongThing> = {
  'export as zip': reading('/export?format=zip'),
  'export as tar': reading('/export?format=tar'),
  'export with history': reading('/export?format=jsonl&history=true'),
  'search without a hit': reading(`/search?${queryOf(NO_HIT)}`),
  'history search': reading(`/search?history=true&limit=100&${queryOf(SECRET)}`),
  'history search without a hit': reading(`/search?history=true&${queryOf(NO_HIT)}`),
  'comparison of the first moment with now': reading(
    '/changes?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z',
  ),
  'statistics of the home page': ({ url }, init) => drain(`${url}/stores`, init),
  'log page': ({ url }, init) => drain(`${url}/log?period=all`, init),
  'plan to take a session back': ({ base }, init) =>
    post(`${base}/undo`, { session_id: SESSION, dry_run: true }, init),
  'plan of an import': ({ base, exportFile }, init) =>
    drain(`${base}/import?dry_run=true&name=again`, {
      ...init,
      method: 'POST',
      headers: { 'content-type': 'application/jsonl' },
      body: Readable.toWeb(createReadStream(exportFile)) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as RequestInit),
  'scan of the store and its past': async ({ url, base, secret }, init) => {
    const asReviewer = { ...init, headers: { authorization: `Bearer ${secret}` } }
    const { id } = await post<{ id: string }>(`${base}/scan`, { history: true }, asReviewer)
    await jobDone(url, id, asReviewer)
  },
  'finding a text': ({ base }, init) =>
    post(`${base}/redact`, { text: SECRET, dry_run: true }, init),
  'redaction of a text': ({ base }, init) =>
    post(`${base}/redact`, { text: SECRET, wait: true }, init),
}

/**
 * Latency of `/healthz`, and of reading and writing a memory, while each long task runs on a store
 * with this many memories, in the built application.
 */
export const fairnessPart = part({ memories: [200_000, 200] }, async ({ memories }, ground) => {
  const { server, about } = await ground.filled(async (db) => ({
    large: await fillStore(db, memories),
    other: await createStore(db, { name: 'of others' }),
    key: await createApiKey(db, { name: 'bench', access: 'review', storeIds: null }),
  }))
  process.stderr.write(`filled a store of ${memories} memories\n`)
  const { url } = server
  const base = `${url}/v1/memory_stores/${about.large}`
  const exportFile = path.join(ground.folder(), 'export.jsonl')
  const scene = { url, base, exportFile, secret: about.key.secret }
  const probes = await probesOf(url, about.other.id)
  const rows = await during('at rest', probes, () => pause(memories / 40))
  const exported = await (await ask(`${base}/export?format=jsonl`)).arrayBuffer()
  await writeFile(exportFile, Buffer.from(exported))
  for (const [name, run] of Object.entries(LONG_THINGS)) {
    process.stderr.write(`  ${name}\n`)
    rows.push(...(await during(name, probes, (signal) => run(scene, { signal }))))
  }
  return rows
})

/** About 1 KB of words in lines. */
function contentOf(number: number, revision: number): string {
  const said = words(number * 10 + revision, 120)
  const lines = numbers(10).map(
    (line) => `${line}: ${said.slice(line * 12, line * 12 + 12).join(' | ')}`,
  )
  if (number % 100 === 7) lines[3] = `the key is ${SECRET}`
  return `${lines.join('\n')}\nmemory ${number}, revision ${revision}\n`
}

/**
 * A store with this many memories of 1 KB: a fifth written twice, a hundredth once more by a
 * session; fully compressed.
 */
async function fillStore(db: Database, memories: number): Promise<string> {
  const { id: storeId } = await createStore(db, { name: `of ${memories}` })
  const all = numbers(memories)
  const revise = (these: readonly number[], revision: number, cause: Cause) => {
    const text = (number: number) => ({
      path: pathOf(number),
      content: contentOf(number, revision),
    })
    return write(db, storeId, these, text, cause)
  }
  await revise(all, 0, SCRIPT)
  await revise(
    all.filter((number) => number % 5 === 2),
    1,
    SCRIPT,
  )
  await revise(
    all.filter((number) => number % 100 === 7),
    2,
    { actor: { type: 'session', id: SESSION } },
  )
  return storeId
}
