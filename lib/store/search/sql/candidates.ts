import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'
import { HEAD, type MemoryRow } from '../../write/sql/heads'

/** Candidates of searches, agents' among them: many rows, on the threads of long reads. */

const LAST = columns('s', 'memoryStore', ['lastSequence'])
const COMPRESSED = columns('c', 'storeCompression', ['compressedSequence'])

/** Returns the last change of a store that is indexed, and its last change. */
export function indexedOf(
  sql: Sql,
  storeKey: number,
): Promise<(RowOf<typeof LAST> & RowOf<typeof COMPRESSED>) | undefined> {
  return sql.get<RowOf<typeof LAST> & RowOf<typeof COMPRESSED>>(
    `SELECT ${LAST.list}, ${COMPRESSED.list}
     FROM memory_stores s JOIN store_compressions c ON c.store_key = s.key WHERE s.key = ?`,
    [storeKey],
  )
}

/** The memories of these changes, by their order, the newest first. */
export function memoriesOfChanges(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<MemoryRow[]> {
  return sql.all<MemoryRow>(
    `SELECT ${HEAD.list} FROM memory_versions v JOIN memories m ON m.key = v.memory_key
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(sequences)}
     ORDER BY v.sequence DESC`,
    [storeKey, ...sequences],
  )
}

const HISTORY = columns('m', 'memory', ['key', 'versionCount'])

type HistoryRow = RowOf<typeof HISTORY>

export function historyOf(
  sql: Sql,
  storeKey: number,
  memoryId: string,
): Promise<HistoryRow | undefined> {
  return sql.get<HistoryRow>(
    `SELECT ${HISTORY.list} FROM memories m WHERE m.id = ? AND m.store_key = ?`,
    [memoryId, storeKey],
  )
}

/** The same of the memories of these changes, the newest first. */
export function historiesOfChanges(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<HistoryRow[]> {
  return sql.all<HistoryRow>(
    `SELECT ${HISTORY.list} FROM memory_versions v JOIN memories m ON m.key = v.memory_key
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(sequences)}
     ORDER BY v.sequence DESC`,
    [storeKey, ...sequences],
  )
}

const HAS_CONTENT = "v.operation <> 'deleted' AND v.redacted_at IS NULL"

/** The newest version of a memory before a change that still has content. */
export function lastWithContent(
  sql: Sql,
  memoryKey: number,
  before: number,
): Promise<VersionRow | undefined> {
  return sql.get<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key = ? AND v.sequence < ? AND ${HAS_CONTENT}
     ORDER BY v.sequence DESC LIMIT 1`,
    [memoryKey, before],
  )
}

/** The oldest version of a memory after a change that still has content. */
export function firstWithContent(
  sql: Sql,
  memoryKey: number,
  after: number,
): Promise<VersionRow | undefined> {
  return sql.get<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key = ? AND v.sequence > ? AND ${HAS_CONTENT}
     ORDER BY v.sequence LIMIT 1`,
    [memoryKey, after],
  )
}
