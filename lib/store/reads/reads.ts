import type { Database } from '@/lib/db/database'
import { databaseFaultOf } from '@/lib/db/database-fault'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { type Actor, type Cause, sessionOf } from '../model/actor'
import type { Audience } from '../model/audience'
import type { MemoryVersion } from '../model/memory-version'
import { refuse } from '../model/problems'
import type { HistoryHit } from '../search/search-history'
import type { SearchHit } from '../search/search-store'
import { findStore } from '../write/store-transaction'
import { addReads, lastReadAt, latestReads } from './sql/reads'

/**
 * Records who reads what. Reads are counted in memory and stored a moment later, so that they never
 * delay the read; a crash loses at most the last second of counts. While the database cannot be
 * written, they are kept until it can.
 */

export interface ReadFact {
  memoryId: string
  /** the sequence of the version that was read */
  sequence: number
  cause: Cause
}

/** One reader's reads of one version of a memory within an hour. */
export interface MemoryReads {
  memoryId: string
  actor: Actor
  sessionId: string | null
  readCount: number
  /** milliseconds since 1970 */
  firstReadAt: number
  lastReadAt: number
  /** the sequence of the version; of reads counted before versions were told apart, the last one */
  lastSequence: number
}

const FLUSH_AFTER_MS = 1000

/** Counts kept while they cannot be stored; what is read beyond it is not counted. */
const MAX_KEPT = 50_000
const HOUR_MS = 3_600_000

interface Counted {
  memoryId: string
  actor: Actor
  sessionId: string
  hour: number
  count: number
  first: number
  last: number
  sequence: number
}

interface Recorder {
  counted: Map<string, Counted>
  timer: NodeJS.Timeout | null
}

const recorders = perProcess('recorders of reads', () => new WeakMap<Database, Recorder>())

function recorderOf(db: Database): Recorder {
  let recorder = recorders.get(db)
  if (!recorder) {
    recorder = { counted: new Map(), timer: null }
    recorders.set(db, recorder)
  }
  return recorder
}

/** Counts a read of a memory's content; returns immediately. */
export function recordRead(db: Database, fact: ReadFact): void {
  const now = Date.now()
  const hour = now - (now % HOUR_MS)
  const { memoryId, sequence, cause } = fact
  const sessionId = sessionOf(cause) ?? ''
  const read = { memoryId, actor: cause.actor, sessionId, hour, sequence }
  addCount(recorderOf(db), { ...read, count: 1, first: now, last: now })
  flushSoon(db)
}

function addCount({ counted }: Recorder, read: Counted): void {
  const key = `${read.memoryId} ${read.sequence} ${read.actor.id} ${read.sessionId} ${read.hour}`
  const known = counted.get(key)
  if (known) {
    known.count += read.count
    known.first = Math.min(known.first, read.first)
    known.last = Math.max(known.last, read.last)
  } else if (counted.size < MAX_KEPT) counted.set(key, read)
}

function flushSoon(db: Database): void {
  const recorder = recorderOf(db)
  recorder.timer ??= setTimeout(() => {
    flushReads(db).catch(() => log.warn('some reads could not be written down yet'))
  }, FLUSH_AFTER_MS).unref()
}

/** Stores the counts so far. Throws if the database cannot be written; they are kept then. */
export async function flushReads(db: Database): Promise<void> {
  const recorder = recorderOf(db)
  if (recorder.timer) clearTimeout(recorder.timer)
  recorder.timer = null
  const counted = [...recorder.counted.values()]
  recorder.counted.clear()
  while (counted.length > 0) {
    try {
      await writeDown(db, counted.slice(0, READS_PER_COMMIT))
      counted.splice(0, READS_PER_COMMIT)
    } catch (error) {
      if (databaseFaultOf(error)) for (const read of counted) addCount(recorder, read)
      throw error
    }
  }
}

/**
 * Stores the counts so far, for whoever shows them: if the database cannot be written, as it says on
 * every page then, what was stored before is shown.
 */
export async function flushReadsToShow(db: Database): Promise<void> {
  await flushReads(db).catch((error: unknown) => {
    if (!databaseFaultOf(error)) throw error
  })
}

/** Counts stored per commit; others wait for it. */
const READS_PER_COMMIT = 200

async function writeDown(db: Database, reads: readonly Counted[]): Promise<void> {
  await db.write(async (tx) => {
    for (const { actor, count: readCount, first, last, sequence, ...read } of reads) {
      await addReads(tx, {
        ...read,
        actorType: actor.type,
        actorId: actor.id,
        readCount,
        firstReadAt: first,
        lastReadAt: last,
        lastSequence: sequence,
      })
    }
  })
}

/**
 * The newest change that this actor read of the memory at a path: its sequence in the store; 0 if
 * they never read it, or there is no such memory.
 */
export async function lastRead(
  db: Database,
  input: { storeId: string; path: string; actor: Actor },
): Promise<number> {
  const { storeId, path, actor } = input
  const row = await lastReadAt(db.read, { storeId, path, actorId: actor.id })
  if (!row) return 0
  let last = row.last ?? 0
  for (const read of recorderOf(db).counted.values()) {
    const isTheirs = read.memoryId === row.id && read.actor.id === actor.id
    if (isTheirs && read.sequence > last) last = read.sequence
  }
  return last
}

/**
 * Lists the reads of a memory, or of anything in the store, latest first; `audience`: agents are
 * not told of reads of what is in quarantine. Refuses `store_not_found`.
 */
export async function listReads(
  db: Database,
  input: {
    storeId: string
    memoryId?: string
    sessionId?: string
    /** none that ended before; ms since 1970. Bounds what is looked at for a session of few reads */
    since?: number
    limit: number
    audience?: Audience | undefined
  },
): Promise<MemoryReads[]> {
  await flushReadsToShow(db)
  const store = await findStore(db.read, input.storeId)
  if (input.limit < 1) {
    refuse({ kind: 'invalid_input', field: 'limit', rule: 'too_small', minimum: 1 })
  }
  const rows = await latestReads(db.read, {
    storeKey: store.key,
    memoryId: input.memoryId,
    sessionId: input.sessionId,
    since: input.since,
    withQuarantined: input.audience !== 'agents' || store.quarantinedCount === 0,
    limit: input.limit,
  })
  return rows.map((row) => ({
    memoryId: row.memoryId,
    actor: { type: row.actorType, id: row.actorId },
    sessionId: row.sessionId === '' ? null : row.sessionId,
    readCount: row.readCount,
    firstReadAt: row.firstReadAt,
    lastReadAt: row.lastReadAt,
    lastSequence: row.lastSequence,
  }))
}

/**
 * Other ways than reading by which a caller is shown the text of memories: each counts as a read of
 * the version whose lines were shown (review page, Limits and expiry).
 */

/** A search: of a memory that was found by its path alone no line is shown. */
export function recordShownLines(db: Database, hits: readonly SearchHit[], cause: Cause): void {
  for (const { memory, matches } of hits) {
    if (matches.length === 0) continue
    recordRead(db, { memoryId: memory.id, sequence: memory.sequence, cause })
  }
}

/** A search of the history, which shows lines of the newest version that has them. */
export function recordShownHistory(db: Database, hits: readonly HistoryHit[], cause: Cause): void {
  for (const { memoryId, newest, matches } of hits) {
    if (matches.length === 0) continue
    recordRead(db, { memoryId, sequence: newest.sequence, cause })
  }
}

/** Versions with their contents. */
export function recordShownVersions(
  db: Database,
  versions: readonly MemoryVersion[],
  cause: Cause,
): void {
  for (const { memoryId, sequence, content } of versions) {
    if (content !== null) recordRead(db, { memoryId, sequence, cause })
  }
}
