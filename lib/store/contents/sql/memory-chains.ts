import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'
import { AUTHOR_ID, AUTHOR_TYPE } from '../../versions/sql/authors'
import { HEAD, type MemoryRow } from '../../write/sql/heads'

/**
 * Versions of many memories by one statement, without what only readers need: what undoes, restores
 * and compares stores goes over whole histories by it, programs' undos among them.
 */

const VERSION = columns('v', 'memoryVersion', [
  'sequence',
  'id',
  'memoryKey',
  'operation',
  'sha256',
  'size',
  'createdAt',
  'actorType',
  'actorId',
  'redactedAt',
  'redactedByType',
  'redactedById',
])

/** A version without the fields that only readers need. */
export type ChainVersion = RowOf<typeof VERSION> & {
  path: string | null
  /** as pages name authors */
  authorType: Actor['type']
  authorId: string
}

const CHAIN_VERSION = `${VERSION.list}, n.path, ${AUTHOR_TYPE} AS "authorType",
  ${AUTHOR_ID} AS "authorId"`

const wantedRows = (count: number) =>
  `WITH wanted(memory_key, sequence) AS (
     VALUES ${Array<string>(count).fill('(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')})`

/**
 * For each of these memories, oldest first: its versions from `since`, and the one before that if
 * any.
 */
export function versionsSince(
  sql: Sql,
  wanted: readonly { memoryKey: number; since: number }[],
): Promise<ChainVersion[]> {
  return sql.all<ChainVersion>(
    `${wantedRows(wanted.length)}
     SELECT ${CHAIN_VERSION} FROM wanted CROSS JOIN memory_versions v
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.memory_key = wanted.memory_key AND v.sequence >= coalesce(
       (SELECT max(w.sequence) FROM memory_versions w
        WHERE w.memory_key = wanted.memory_key AND w.sequence < wanted.sequence), 0)
     ORDER BY v.memory_key, v.sequence`,
    wanted.flatMap(({ memoryKey, since }) => [memoryKey, since]),
  )
}

/** The last version of each of these memories up to a sequence; none if it did not exist yet. */
export function lastVersionsUpTo(
  sql: Sql,
  memoryKeys: readonly number[],
  sequence: number,
): Promise<ChainVersion[]> {
  return sql.all<ChainVersion>(
    `${wantedRows(memoryKeys.length)}
     SELECT ${CHAIN_VERSION} FROM wanted CROSS JOIN memory_versions v
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.memory_key = wanted.memory_key AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w
        WHERE w.memory_key = wanted.memory_key AND w.sequence <= wanted.sequence)`,
    memoryKeys.flatMap((key) => [key, sequence]),
  )
}

export function memoriesByKey(sql: Sql, keys: readonly number[]): Promise<MemoryRow[]> {
  return sql.all<MemoryRow>(
    `SELECT ${HEAD.list} FROM memories m WHERE m.key IN ${oneOf(keys)}`,
    keys,
  )
}
