import { db, padded, write } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import { perProcess } from '@/lib/per-process'
import { DAY_MS } from '@/lib/text/short-age'
import { writersOf } from './actors'
import { byActor, type Cause, type Writer } from './model/actor'
import { addReads, type CountedRead } from './sql'

/**
 * Who reads what. Reads are counted in memory and written down a moment later, so that they delay no
 * answer; a kill loses a second of counts. While the database takes no writes they are kept.
 */

const FLUSHED_AFTER_MS = 1_000

/** Counts that are kept while they cannot be written; what is read beyond them is not counted. */
const MAX_KEPT = 50_000

const ROWS_A_STATEMENT = 200

const recorder = perProcess('reads', () => ({
  counted: new Map<string, CountedRead>(),
  timer: null as NodeJS.Timeout | null,
  flushing: Promise.resolve(),
}))

/** Counts that somebody was shown the text of a version, unless it has none; of a memory that is its head. */
export function recordRead(
  version: { id: string; memoryId: string; storeId: string; content?: string | null | undefined },
  { actor, sessionId }: Cause,
  now: Date = new Date(),
): void {
  if (version.content === null) return
  const day = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  keep({
    storeId: version.storeId,
    memoryId: version.memoryId,
    versionId: version.id,
    ...byActor(actor),
    sessionId: sessionId ?? (actor.type === 'session' ? actor.id : ''),
    day,
    count: 1,
    firstAt: now,
    lastAt: now,
  })
  flushSoon()
}

function keep(read: CountedRead): void {
  const { counted } = recorder
  const key = [read.versionId, read.actorId, read.sessionId, read.day.getTime()].join(' ')
  const known = counted.get(key)
  if (!known) {
    if (counted.size < MAX_KEPT) counted.set(key, read)
    return
  }
  known.count += read.count
  if (read.firstAt < known.firstAt) known.firstAt = read.firstAt
  if (read.lastAt > known.lastAt) known.lastAt = read.lastAt
}

function flushSoon(): void {
  recorder.timer ??= setTimeout(() => void flushReads(), FLUSHED_AFTER_MS).unref()
}

/** Writes the counts down, for whoever shows them next; those that cannot be written now are kept. */
export function flushReads(): Promise<void> {
  if (recorder.timer) clearTimeout(recorder.timer)
  recorder.timer = null
  // What is being written down already is not there yet for who asks now.
  recorder.flushing = recorder.flushing.then(writeCounted)
  return recorder.flushing
}

async function writeCounted(): Promise<void> {
  // In one order everywhere: two processes that add to the same rows wait for each other in turn.
  const counted = [...recorder.counted].sort(([one], [other]) => (one < other ? -1 : 1))
  recorder.counted.clear()
  const reads = counted.map(([, read]) => read)
  try {
    while (reads.length > 0) {
      await writeDown(reads.slice(0, ROWS_A_STATEMENT))
      reads.splice(0, ROWS_A_STATEMENT)
    }
  } catch {
    for (const read of reads) keep(read)
    flushSoon()
  }
}

async function writeDown(reads: readonly CountedRead[]): Promise<void> {
  await write(async (tx) => {
    const ids = padded([...new Set(reads.map(({ storeId }) => storeId))])
    const stores = await tx.store.findMany({ where: { id: { in: ids } }, select: { id: true } })
    const known = new Set(stores.map(({ id }) => id))
    const those = reads.filter(({ storeId }) => known.has(storeId))
    if (those.length > 0) await addReads(tx, those)
  })
}

/** Somebody who read a memory, and the last of its versions that they read. */
export interface Reader extends Writer {
  versionId: string
  /** of all versions that are asked about */
  count: number
  firstAt: Date
  lastAt: Date
  /** versions that they wrote since they first read it, in any store */
  wroteSince: number
}

/**
 * Who read a memory, or one of its versions or a later one; who read last comes first. Of a session it is
 * known exactly; who shares a key with others may have read it.
 */
export async function readersOf(memoryId: string, since?: { sequence: number }): Promise<Reader[]> {
  await flushReads()
  const where = {
    memoryId,
    ...(since && { versionId: { in: await versionsSince(memoryId, since) } }),
  }
  const reads = await db.memoryRead.groupBy({
    by: ['versionId', 'actorType', 'actorId', 'sessionId'],
    where,
    _sum: { count: true },
    _min: { firstAt: true, lastAt: true },
    _max: { lastAt: true },
    orderBy: { _max: { lastAt: 'desc' } },
  })
  const whoOf = await writersOf(reads)
  const readers = new Map<string, Reader>()
  for (const read of reads) {
    const key = `${read.actorId} ${read.sessionId}`
    const count = read._sum.count ?? 0
    const firstAt = new Date(Math.min(+(read._min.firstAt ?? Infinity), +(read._min.lastAt ?? 0)))
    const known = readers.get(key)
    if (known) {
      known.count += count
      if (firstAt < known.firstAt) known.firstAt = firstAt
    } else {
      const who = whoOf({ ...read, sessionId: read.sessionId || null })
      const lastAt = read._max.lastAt ?? new Date(0)
      const { versionId } = read
      readers.set(key, { ...who, versionId, count, firstAt, lastAt, wroteSince: 0 })
    }
  }
  for (const reader of readers.values()) reader.wroteSince = await writtenSince(reader)
  return [...readers.values()]
}

async function versionsSince(memoryId: string, { sequence }: { sequence: number }) {
  const where = { memoryId, sequence: { gte: sequence } }
  const rows = await db.version.findMany({ where, select: { id: true } })
  return padded(rows.map(({ id }) => id))
}

/** Of who has no session only what they wrote without one. */
const writtenSince = ({ id: actorId, sessionId, firstAt }: Reader): Promise<number> =>
  db.version.count({
    where: { sessionId, createdAt: { gt: firstAt }, ...(sessionId === null && { actorId }) },
  })

/** A memory with how it is read. */
export interface ReadMemory {
  id: string
  path: string
  size: number
  lastReadAt: Date | null
  /** how often in the time asked for */
  count: number
}

const MEMORIES_A_STATEMENT = 500

/**
 * Memories that nobody read or wrote for this many days, by path; null: nothing of the store was ever
 * read, which says nothing of any of them.
 */
export async function notReadFor(
  storeId: string,
  days: number,
  now: Date,
): Promise<ReadMemory[] | null> {
  await flushReads()
  const isRead = await db.memoryRead.findFirst({ where: { storeId }, select: { day: true } })
  if (!isRead) return null
  const since = new Date(Math.max(0, now.getTime() - days * DAY_MS))
  const lately = await db.memoryRead.groupBy({
    by: ['memoryId'],
    where: { storeId, lastAt: { gte: since } },
  })
  const known = new Set(lately.map(({ memoryId }) => memoryId))
  const unread: ReadMemory[] = []
  const read = (last: ShownRow | undefined, take: number) =>
    db.memory.findMany({
      where: { storeId, path: { gt: last?.path ?? '' }, updatedAt: { lt: since } },
      select: shown,
      orderBy: { path: 'asc' },
      take,
    })
  for await (const rows of pagesOf(MEMORIES_A_STATEMENT, read)) {
    const those = rows.filter(({ id }) => !known.has(id))
    const lastReads = await lastReadsOf(those.map(({ id }) => id))
    unread.push(...those.map((row) => asRead(row, lastReads.get(row.id) ?? null, 0)))
  }
  return unread
}

const shown = { id: true, path: true, size: true } as const

type ShownRow = { id: string; path: string | null; size: number | null }

const asRead = ({ id, path, size }: ShownRow, lastReadAt: Date | null, count: number) => ({
  id,
  path: path ?? '',
  size: size ?? 0,
  lastReadAt,
  count,
})

async function lastReadsOf(memoryIds: readonly string[]): Promise<Map<string, Date | null>> {
  const rows = await db.memoryRead.groupBy({
    by: ['memoryId'],
    where: { memoryId: { in: padded(memoryIds) } },
    _max: { lastAt: true },
  })
  return new Map(rows.map(({ memoryId, _max }) => [memoryId, _max.lastAt]))
}

/** The memories that were read most in the last days, at most this many. */
export async function mostRead(
  storeId: string,
  { days, limit, now }: { days: number; limit: number; now: Date },
): Promise<ReadMemory[]> {
  await flushReads()
  const since = new Date(now.getTime() - days * DAY_MS)
  const reads = await db.memoryRead.groupBy({
    by: ['memoryId'],
    where: { storeId, lastAt: { gte: since } },
    _sum: { count: true },
    _max: { lastAt: true },
    orderBy: { _sum: { count: 'desc' } },
  })
  const found: ReadMemory[] = []
  for (let at = 0; at < reads.length && found.length < limit; at += limit) {
    const some = reads.slice(at, at + limit)
    const rows = await db.memory.findMany({
      where: { id: { in: padded(some.map(({ memoryId }) => memoryId)) }, path: { not: null } },
      select: shown,
    })
    const live = new Map(rows.map((row) => [row.id, row]))
    for (const { memoryId, _sum, _max } of some) {
      const row = live.get(memoryId)
      if (row) found.push(asRead(row, _max.lastAt, _sum.count ?? 0))
    }
  }
  return found.slice(0, limit)
}
