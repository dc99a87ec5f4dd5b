import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'

/**
 * Every version of memories with what is stored of it: the threads that read for long work go over a
 * store by it, for searches of a text, redactions and the search for damage.
 */

const MEMORY = columns('m', 'memory', ['key', 'id', 'path', 'headSequence', 'versionCount'])

/** A memory whose versions are read. */
export type ChainMemory = RowOf<typeof MEMORY>

/** The key of no memory. */
const NOBODY = -1

/** In the order of their keys. */
export function chainMemories(
  sql: Sql,
  storeKey: number,
  keys: readonly number[],
): Promise<ChainMemory[]> {
  return sql.all<ChainMemory>(
    `SELECT ${MEMORY.list} FROM memories m
     WHERE m.store_key = ? AND m.key IN ${oneOf(toPowerOfTwo(keys, NOBODY))} ORDER BY m.key`,
    [storeKey, ...toPowerOfTwo(keys, NOBODY)],
  )
}

const VERSION = columns('v', 'memoryVersion', [
  'memoryKey',
  'sequence',
  'id',
  'operation',
  'nodeKey',
  'sha256',
  'untilSequence',
  'redactedAt',
])

const CONTENT = columns('c', 'versionContent', ['encoding', 'baseSequence', 'bytes'])

/** A version as stored; `path` null: redacted, what is of its content null: it has none. */
export type StoredRow = RowOf<typeof VERSION> & {
  path: string | null
  encoding: number | null
  /** the version that its stored content is a delta against; null: none */
  baseSequence: number | null
  bytes: Buffer | null
}

const SELECT_STORED = `SELECT ${VERSION.list}, n.path, ${CONTENT.list}
  FROM memory_versions v
  LEFT JOIN version_contents c ON c.store_key = v.store_key AND c.sequence = v.sequence
  LEFT JOIN path_nodes n ON n.key = v.node_key`

/** Of few memories: all of one, then all of the next. */
export function storedVersions(sql: Sql, memoryKeys: readonly number[]): Promise<StoredRow[]> {
  return sql.all<StoredRow>(
    `${SELECT_STORED} WHERE v.memory_key IN ${oneOf(toPowerOfTwo(memoryKeys, NOBODY))}
     ORDER BY v.memory_key, v.sequence`,
    toPowerOfTwo(memoryKeys, NOBODY),
  )
}

/** Of one memory, page by page. */
export function storedVersionsAfter(
  sql: Sql,
  { memoryKey, after, limit }: { memoryKey: number; after: number; limit: number },
): Promise<StoredRow[]> {
  return sql.all<StoredRow>(
    `${SELECT_STORED} WHERE v.memory_key = ? AND v.sequence > ? ORDER BY v.sequence LIMIT ?`,
    [memoryKey, after, limit],
  )
}
