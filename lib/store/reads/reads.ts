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

/** How often one reader read one version of a memory within an hour. */
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

/** How many counts a commit stores; others wait for it. */
const READS_PER_COMMIT = 200

async function writeDown(db: Database, reads: readonly Counted[]): Promise<void> {
  await db.write(async (tx) => {
    for (const read of reads) {
      await tx.run(
        `INSERT INTO memory_reads (store_key, memory_key, actor_type, actor_id, session_id, hour,
           read_count, first_read_at, last_read_at, last_sequence, of_one_version)
         SELECT m.store_key, m.key, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT),
           CAST(? AS INTEGER), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), 1
         FROM memories m JOIN memory_stores s ON s.key = m.store_key
         WHERE m.id = ? AND s.deleted_at IS NULL ${tx.forKeyShare && 'FOR KEY SHARE OF s'}
         ON CONFLICT (memory_key, last_sequence, actor_id, session_id, hour) DO UPDATE SET
           read_count = memory_reads.read_count + excluded.read_count,
           last_read_at = excluded.last_read_at`,
        [
          read.actor.type,
          read.actor.id,
          read.sessionId,
          read.hour,
          read.count,
          read.first,
          read.last,
          read.sequence,
          read.memoryId,
        ],
      )
    }
  })
}

interface ReadRow {
  memory_id: string
  actor_type: Actor['type']
  actor_id: string
  session_id: string
  read_count: number
  first_read_at: number
  last_read_at: number
  last_sequence: number
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
  const row = await db.read.get<{ id: string; last: number | null }>(
    `SELECT m.id, (SELECT MAX(r.last_sequence) FROM memory_reads r
       WHERE r.memory_key = m.key AND r.actor_id = ?) AS last
     FROM memories m JOIN memory_stores s ON s.key = m.store_key
     WHERE s.id = ? AND m.path = ?`,
    [actor.id, storeId, path],
  )
  if (!row) return 0
  let last = row.last ?? 0
  for (const read of recorderOf(db).counted.values()) {
    const isTheirs = read.memoryId === row.id && read.actor.id === actor.id
    if (isTheirs && read.sequence > last) last = read.sequence
  }
  return last
}

/**
 * Who read a memory, or anything in the store, latest first; `audience`: agents are not told of reads
 * of what is in quarantine. Refuses `store_not_found`.
 */
export async function listReads(
  db: Database,
  input: {
    storeId: string
    memoryId?: string
    sessionId?: string
    limit: number
    audience?: Audience | undefined
  },
): Promise<MemoryReads[]> {
  await flushReadsToShow(db)
  const store = await findStore(db.read, input.storeId)
  const conditions = ['r.store_key = ?']
  const params: (string | number)[] = [store.key]
  if (input.memoryId !== undefined) {
    conditions.push('m.id = ?')
    params.push(input.memoryId)
  }
  if (input.sessionId !== undefined) {
    conditions.push('r.session_id = ?')
    params.push(input.sessionId)
  }
  if (input.audience === 'agents' && store.quarantinedCount > 0) {
    conditions.push(`NOT EXISTS (SELECT 1 FROM quarantines q
      WHERE q.memory_key = r.memory_key AND q.from_sequence <= r.last_sequence)`)
  }
  if (input.limit < 1) {
    refuse({ kind: 'invalid_input', field: 'limit', rule: 'too_small', minimum: 1 })
  }
  const rows = await db.read.all<ReadRow>(
    `SELECT m.id AS memory_id, r.actor_type, r.actor_id, r.session_id, r.read_count,
       r.first_read_at, r.last_read_at, r.last_sequence
     FROM memory_reads r JOIN memories m ON m.key = r.memory_key
     WHERE ${conditions.join(' AND ')} ORDER BY r.last_read_at DESC LIMIT ?`,
    [...params, input.limit],
  )
  return rows.map((row) => ({
    memoryId: row.memory_id,
    actor: { type: row.actor_type, id: row.actor_id },
    sessionId: row.session_id === '' ? null : row.session_id,
    readCount: row.read_count,
    firstReadAt: row.first_read_at,
    lastReadAt: row.last_read_at,
    lastSequence: row.last_sequence,
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
