import { createHash } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import type { Actor } from '@/lib/store/model/actor'
import type { ClientInfo } from './mcp-call'
import { addCalls, keepNewest, keepNewestOf } from './sql/clients'

/**
 * The programs that call over MCP. Calls are counted in memory and stored a moment later, so that
 * they never delay an answer; the first of a new program at once.
 */

/** A program that called, with one key or with none. */
export interface McpClient {
  id: string
  /** whose key it called with */
  actorId: string
  name: string
  version: string
  /** calls of tools */
  calls: number
  /** milliseconds since 1970 */
  firstCalledAt: number
  lastCalledAt: number
}

const STORE_AFTER_MS = 2_000

/** Programs kept of each key, and of callers without one: those that called last. */
export const MAX_CLIENTS = 200

interface Counted {
  actorId: string
  client: ClientInfo
  calls: number
  first: number
  last: number
}

interface Counter {
  counted: Map<string, Counted>
  /** clients that are stored, by id; of many, the latest */
  known: Set<string>
  timer: NodeJS.Timeout | null
  /** settles when what was counted before is stored */
  storing: Promise<void>
}

const counters = perProcess('counters of MCP clients', () => new WeakMap<Database, Counter>())

function counterOf(db: Database): Counter {
  const known = counters.get(db)
  if (known) return known
  const storing = Promise.resolve()
  const counter: Counter = { counted: new Map(), known: new Set(), timer: null, storing }
  counters.set(db, counter)
  return counter
}

interface ClientCall {
  actor: Actor
  client: ClientInfo
  /** whether it calls a tool */
  isToolCall: boolean
}

/** Notes that a program called; returns immediately. */
export function noteClient(db: Database, { actor, client, isToolCall }: ClientCall): void {
  const counter = counterOf(db)
  const now = Date.now()
  const id = idOf(actor.id, client.name)
  const counted = counter.counted.get(id) ?? {
    actorId: actor.id,
    client,
    calls: 0,
    first: now,
    last: now,
  }
  counted.client = client
  counted.last = now
  if (isToolCall) counted.calls++
  counter.counted.set(id, counted)
  // While the database does not answer, nothing is stored.
  const [oldest] = counter.counted.keys()
  if (counter.counted.size > MAX_KNOWN && oldest !== undefined) counter.counted.delete(oldest)
  const flush = () =>
    void flushClients(db).catch(() => log.warn('the callers over MCP could not be written down'))
  if (!counter.known.has(id)) flush()
  else counter.timer ??= setTimeout(flush, STORE_AFTER_MS).unref()
}

/** The same program with the same key is one client, whatever its version. */
function idOf(actorId: string, name: string): string {
  return createHash('sha256').update(`${actorId}\n${name}`).digest('hex').slice(0, 32)
}

/** Stores what was counted; resolves when all of it is. */
export async function flushClients(db: Database): Promise<void> {
  const counter = counterOf(db)
  if (counter.timer) clearTimeout(counter.timer)
  counter.timer = null
  counter.storing = counter.storing.catch(() => {}).then(() => storeCounted(db, counter))
  await counter.storing
}

async function storeCounted(db: Database, counter: Counter): Promise<void> {
  const counted = [...counter.counted]
  counter.counted.clear()
  if (counted.length === 0) return
  const areAllKnown = counted.every(([id]) => counter.known.has(id))
  for (const [id] of counted) keepKnown(counter.known, id)
  await writeCounted(db, counted, areAllKnown).catch((error: unknown) => {
    for (const [id, before] of counted) countAgain(counter, id, before)
    throw error
  })
}

/** Keeps what could not be stored for the next time, with what was counted meanwhile. */
function countAgain(counter: Counter, id: string, before: Counted): void {
  const since = counter.counted.get(id)
  if (!since && counter.counted.size >= MAX_KNOWN) return
  const calls = before.calls + (since?.calls ?? 0)
  counter.counted.set(id, { ...before, ...since, calls, first: before.first })
}

async function writeCounted(
  db: Database,
  counted: readonly (readonly [string, Counted])[],
  areAllKnown: boolean,
): Promise<void> {
  await db.write(async (tx) => {
    for (const [id, { actorId, client, calls, first, last }] of counted) {
      const { name, version } = client
      const times = { firstCalledAt: first, lastCalledAt: last }
      await addCalls(tx, { id, actorId, name, version, calls, ...times })
    }
    const callers = new Set(counted.map(([, { actorId }]) => actorId))
    for (const actorId of callers) await keepNewestOf(tx, actorId, MAX_CLIENTS)
    if (!areAllKnown) await keepNewest(tx, MAX_KNOWN)
  })
}

/**
 * Programs kept of all callers, those that called last. So many are also remembered as stored; of
 * one that is forgotten, the next call is stored at once.
 */
export const MAX_KNOWN = 10 * MAX_CLIENTS

function keepKnown(known: Set<string>, id: string): void {
  known.delete(id)
  known.add(id)
  for (const oldest of known) {
    if (known.size <= MAX_KNOWN) break
    known.delete(oldest)
  }
}

/** The programs that called over MCP, the last one first. */
export async function listClients(db: Database, limit: number): Promise<McpClient[]> {
  await flushClients(db)
  return db.prisma.mcpClient.findMany({ orderBy: { lastCalledAt: 'desc' }, take: limit })
}
