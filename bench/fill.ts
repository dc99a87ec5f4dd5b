import { setTimeout as pause } from 'node:timers/promises'
import type { SessionEventBody } from '@/lib/agent/session-event'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import type { HistoryStep } from '@/lib/store/model/history-step'
import { compressAll } from '@/lib/store/background/version-compressor'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { get, post } from './http-call'

/** The program that fills stores. */
export const SCRIPT: Cause = { actor: { type: 'api_key', id: 'apikey_bench' } }

/** An agent, by its session. */
export const agent = (name: string): Cause => ({ actor: { type: 'session', id: `sesn_${name}` } })

export const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => from + at)

const CHILDREN = 100

/** Returns the path of a memory by its number, in folders of a hundred. */
export const pathOf = (number: number) =>
  `/folder-${Math.floor(number / CHILDREN)}/memory-${number % CHILDREN}.md`

const STEPS_PER_MOMENT = 500

/** Writes a text for each of these, then packs and indexes them. */
export async function write<Each>(
  db: Database,
  storeId: string,
  these: readonly Each[],
  text: (each: Each) => { path: string; content: string },
  cause = SCRIPT,
): Promise<void> {
  for (let from = 0; from < these.length; from += STEPS_PER_MOMENT) {
    const some = these.slice(from, from + STEPS_PER_MOMENT)
    const steps = some.map((each): HistoryStep => ({ op: 'write', ...text(each) }))
    await applyMoment(db, { storeId, batch: { kind: 'seed' }, steps, cause })
  }
  await compressAll(db)
}

const WORDS =
  'deploy deployment staging cluster postgres migration agent agents memory review token budget retry queue cache index user login session export import archive restore version branch merge conflict latency alert runbook owner'.split(
    ' ',
  )

/** Words as teams write them, always the same by their number. */
export function words(number: number, count: number): string[] {
  let seed = (number * 2_654_435_761) >>> 0
  return numbers(count).map(() => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return WORDS[(seed >>> 16) % WORDS.length] ?? ''
  })
}

/** A text of about this many bytes, in which one line occurs once. */
export function textOf(bytes: number): string {
  const lines: string[] = ['# Notes', 'the one line to replace']
  for (let size = 40, line = 0; size < bytes; line++) {
    const next = `- item ${line}: something that an agent wrote down about the work`
    lines.push(next)
    size += next.length + 1
  }
  return `${lines.join('\n')}\n`
}

/**
 * A new store of a running server; with lines of JSON (memories, or moments of a history) in it
 * once it is answered.
 */
export async function storeOf(
  url: string,
  name: string,
  lines: readonly object[] = [],
): Promise<string> {
  const { id } = await post<{ id: string }>(`${url}/v1/memory_stores`, { name })
  if (lines.length === 0) return id
  const job = await get<{ id: string }>(`${url}/v1/memory_stores/${id}/import?name=seed.jsonl`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  await jobDone(url, job.id)
  return id
}

const POLL_INTERVAL_MS = 200

export async function jobDone(url: string, jobId: string, init?: RequestInit): Promise<void> {
  for (;;) {
    const { state } = await get<{ state: string }>(`${url}/v1/jobs/${jobId}`, init)
    if (state === 'done') return
    if (state !== 'running') throw new Error(`a job ended as ${state}`)
    await pause(POLL_INTERVAL_MS)
  }
}

/** A moment of a history, some minutes after its beginning. */
export const moment = (minute: number, changes: readonly object[]) => ({
  at: new Date(Date.UTC(2026, 4, 20, 8, minute)).toISOString(),
  author: 'somebody',
  changes: changes.map((change) => ({ op: 'write', ...change })),
})

/** Returns the id of an event that was added to a session. */
export const eventId = (sessionId: string, sequence: number) => `sevt_${sessionId}${sequence}`

/** Adds events to the log of a session as they would stand there. */
export async function addEvents(
  db: Database,
  sessionId: string,
  count: number,
  eventAt: (sequence: number) => SessionEventBody,
): Promise<void> {
  await db.write(async (tx) => {
    const found = 'SELECT key FROM sessions WHERE id = ?'
    const key = (await tx.get<{ key: number }>(found, [sessionId]))?.key ?? 0
    for (let sequence = 1; sequence <= count; sequence++) {
      const body = eventAt(sequence)
      const id = eventId(sessionId, sequence)
      await tx.run(
        `INSERT INTO session_events (session_key, sequence, id, type, created_at, body)
         VALUES (?, ?, ?, ?, ?, ?)`,
        [key, sequence, id, body.type, Date.now(), JSON.stringify(body)],
      )
    }
    await tx.run('UPDATE sessions SET last_sequence = ? WHERE key = ?', [count, key])
  })
}

const QUARTER_MS = 6 * 3_600_000

/**
 * The costs that all sessions would have left in 30 days, if each had read one in 25 of a store's
 * memories.
 */
export async function addCosts(db: Database, storeId: string): Promise<void> {
  const newest = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS
  const key = 'SELECT key FROM memory_stores WHERE id = ?'
  const figures = ['fresh_tokens', 'again_tokens', 'start_tokens', 'requests', 'turns', 'starts']
  const sums = [...figures, 'sessions'].map((name) => `sum(${name})`).join(', ')
  await db.write(async (tx) => {
    const storeKey = (await tx.get<{ key: number }>(key, [storeId]))?.key ?? 0
    const columns = `store_key, quarter_day, memory_key, ${figures.join(', ')}, sessions`
    const quarter = `CAST(? AS BIGINT) - (s.key % 120) * ${QUARTER_MS}`
    await tx.run(
      `INSERT INTO memory_costs (session_key, ${columns})
       SELECT s.key, m.store_key, ${quarter}, m.key, 500, 2500, 500, 5, 0, 0, 1
       FROM sessions s CROSS JOIN memories m WHERE m.store_key = ? AND (m.key + s.key) % 25 = 0`,
      [newest, storeKey],
    )
    await tx.run(
      `INSERT INTO memory_costs (session_key, ${columns})
       SELECT s.key, CAST(? AS INTEGER), ${quarter}, 0, 200, 800, 200, 5, 1, 1, 1 FROM sessions s`,
      [storeKey, newest],
    )
    await tx.run(
      `INSERT INTO memory_cost_sums (${columns})
       SELECT store_key, quarter_day, memory_key, ${sums} FROM memory_costs
       WHERE store_key = ? GROUP BY store_key, quarter_day, memory_key`,
      [storeKey],
    )
  })
}
