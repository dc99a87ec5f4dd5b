import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, SqlValue, WriteSql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'

/** Reads of memories: counted a moment after agents read them, and listed for agents as well. */

const COUNTED = columns('r', 'memoryRead', [
  'actorId',
  'sessionId',
  'hour',
  'readCount',
  'firstReadAt',
  'lastReadAt',
  'lastSequence',
])

type CountedRow = RowOf<typeof COUNTED> & { actorType: Actor['type']; memoryId: string }

/** Adds to how often a version was read in an hour; nothing if the memory or its store is gone. */
export async function addReads(tx: WriteSql, read: CountedRow): Promise<void> {
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
      read.actorType,
      read.actorId,
      read.sessionId,
      read.hour,
      read.readCount,
      read.firstReadAt,
      read.lastReadAt,
      read.lastSequence,
      read.memoryId,
    ],
  )
}

const MEMORY = columns('m', 'memory', ['id'])

/** `last`: the newest change that was read; null: none was. */
type LastReadRow = RowOf<typeof MEMORY> & { last: number | null }

/** The memory at a path, and how far an actor read it. */
export function lastReadAt(
  sql: Sql,
  { storeId, path, actorId }: { storeId: string; path: string; actorId: string },
): Promise<LastReadRow | undefined> {
  return sql.get<LastReadRow>(
    `SELECT ${MEMORY.list}, (SELECT MAX(r.last_sequence) FROM memory_reads r
       WHERE r.memory_key = m.key AND r.actor_id = ?) AS last
     FROM memories m JOIN memory_stores s ON s.key = m.store_key
     WHERE s.id = ? AND m.path = ?`,
    [actorId, storeId, path],
  )
}

/** Reads of a store, the latest first. */
export function latestReads(
  sql: Sql,
  asked: {
    storeKey: number
    memoryId: string | undefined
    sessionId: string | undefined
    since: number | undefined
    withQuarantined: boolean
    limit: number
  },
): Promise<CountedRow[]> {
  const { memoryId, sessionId } = asked
  const conditions = ['r.store_key = ?']
  const params: SqlValue[] = [asked.storeKey]
  if (memoryId !== undefined) {
    conditions.push('m.id = ?')
    params.push(memoryId)
  }
  if (sessionId !== undefined) {
    conditions.push('r.session_id = ?')
    params.push(sessionId)
  }
  if (asked.since !== undefined) {
    conditions.push('r.last_read_at >= ?')
    params.push(asked.since)
  }
  if (!asked.withQuarantined) {
    conditions.push(`NOT EXISTS (SELECT 1 FROM quarantines q
      WHERE q.memory_key = r.memory_key AND q.from_sequence <= r.last_sequence)`)
  }
  return sql.all<CountedRow>(
    `SELECT ${COUNTED.list}, r.actor_type AS "actorType", m.id AS "memoryId"
     FROM memory_reads r JOIN memories m ON m.key = r.memory_key
     WHERE ${conditions.join(' AND ')} ORDER BY r.last_read_at DESC LIMIT ?`,
    [...params, asked.limit],
  )
}
