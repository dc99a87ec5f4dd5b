import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, SqlValue } from '@/lib/db/sql'
import type { Operation } from '../../model/memory-version'
import { VISIBLE, type Visible } from '../../quarantine/sql/visible-versions'
import type { VersionCondition } from '../../write/find'
import { SELECT_VERSIONS, type VersionRow } from './version-rows'

/** Versions as agents' calls and programs over the API ask for them, and every change of a memory. */

export function versionById(
  sql: Sql,
  storeKey: number,
  id: string,
): Promise<VersionRow | undefined> {
  return sql.get<VersionRow>(`${SELECT_VERSIONS} WHERE v.id = ? AND v.store_key = ?`, [
    id,
    storeKey,
  ])
}

const ID = columns('v', 'memoryVersion', ['id'])

/** The paths of memories in several versions, of any store. */
export function pathsOfVersionIds(
  sql: Sql,
  ids: readonly string[],
): Promise<(RowOf<typeof ID> & { path: string })[]> {
  return sql.all<RowOf<typeof ID> & { path: string }>(
    `SELECT ${ID.list}, n.path FROM memory_versions v JOIN path_nodes n ON n.key = v.node_key
     WHERE v.id IN ${oneOf(ids)}`,
    ids,
  )
}

interface Wanted {
  storeKey: number
  memoryId: string | undefined
  operation: Operation | undefined
  batchId: string | undefined
  actorId: string | undefined
  pathStart: string | undefined
  apiKeyId: string | undefined
  serviceAccountId: string | undefined
  createdFrom: number | undefined
  createdTo: number | undefined
  before: number | undefined
  /** null: of any or none */
  session: VersionCondition | null
  visible: Visible
  limit: number
}

/** The newest first. */
export function matchingVersions(sql: Sql, wanted: Wanted): Promise<VersionRow[]> {
  const conditions: string[] = []
  const params: SqlValue[] = []
  const where = (condition: string, ...values: (SqlValue | undefined)[]) => {
    const given = values.filter((value) => value !== undefined)
    if (given.length < values.length) return
    conditions.push(condition)
    params.push(...given)
  }
  // A memory's versions have their own index; also filtering by store could keep it from being
  // used.
  if (wanted.memoryId === undefined) where('v.store_key = ?', wanted.storeKey)
  else {
    where(
      'v.memory_key = (SELECT key FROM memories WHERE id = ? AND store_key = ?)',
      wanted.memoryId,
      wanted.storeKey,
    )
  }
  where('v.batch_key = (SELECT key FROM batches WHERE id = ?)', wanted.batchId)
  where('v.operation = ?', wanted.operation)
  if (wanted.session) where(wanted.session.condition, ...wanted.session.params)
  where('v.actor_id = ?', wanted.actorId)
  // Compared by bytes, so that an index of paths applies.
  where('n.path >= ? AND n.path < ?', wanted.pathStart, afterAll(wanted.pathStart))
  where("v.actor_type = 'api_key' AND v.actor_id = ?", wanted.apiKeyId)
  where("v.actor_type = 'service_account' AND v.actor_id = ?", wanted.serviceAccountId)
  where('v.created_at >= ?', wanted.createdFrom)
  where('v.created_at <= ?', wanted.createdTo)
  where('v.sequence < ?', wanted.before)
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE ${conditions.join(' AND ')} AND ${VISIBLE[wanted.visible]}
     ORDER BY v.sequence DESC LIMIT ?`,
    [...params, wanted.limit],
  )
}

/** The first string after all that start with this prefix. */
function afterAll(start: string | undefined): string | undefined {
  return start === undefined ? undefined : `${start}\u{10ffff}`
}

/** The last one of a memory up to a sequence. */
export function lastVersion(
  sql: Sql,
  memoryKey: number,
  upTo: number,
): Promise<VersionRow | undefined> {
  return sql.get<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key = ? AND v.sequence <= ?
     ORDER BY v.sequence DESC LIMIT 1`,
    [memoryKey, upTo],
  )
}

/** The most memories per call of `lastVersions`. */
export const MAX_MEMORIES = 64

/** The same of several memories. */
export function lastVersions(
  sql: Sql,
  memoryKeys: readonly number[],
  upTo: number,
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE m.key IN (?${', ?'.repeat(MAX_MEMORIES - 1)}) AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w WHERE w.memory_key = m.key AND w.sequence <= ?)`,
    [...memoryKeys, ...Array<number>(MAX_MEMORIES - memoryKeys.length).fill(0), upTo],
  )
}

/** Finds a memory's path in one of its versions; the path is null if it is redacted. */
export function pathOfVersion(
  sql: Sql,
  memoryId: string,
  ordinal: number,
): Promise<{ path: string | null } | undefined> {
  return sql.get<{ path: string | null }>(
    `SELECT n.path FROM memories m
     JOIN memory_versions v ON v.memory_key = m.key AND v.ordinal = ?
     LEFT JOIN path_nodes n ON n.key = v.node_key WHERE m.id = ?`,
    [ordinal, memoryId],
  )
}

const SIDE = columns('v', 'memoryVersion', [
  'memoryKey',
  'sequence',
  'id',
  'operation',
  'sha256',
  'size',
])

/** A version as one side of a change. */
export type SideRow = RowOf<typeof SIDE> & { path: string | null }

/** The last version of each memory before a change of it, and the change's sequence. */
export function sidesBefore(
  sql: Sql,
  wanted: readonly { memoryKey: number; sequence: number }[],
): Promise<(SideRow & { before: number })[]> {
  return sql.all<SideRow & { before: number }>(
    `WITH wanted(memory_key, sequence) AS (
       VALUES ${wanted.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')})
     SELECT wanted.sequence AS before, ${SIDE.list}, n.path
     FROM wanted CROSS JOIN memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.memory_key = wanted.memory_key AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w
        WHERE w.memory_key = wanted.memory_key AND w.sequence < wanted.sequence)`,
    wanted.flatMap(({ memoryKey, sequence }) => [memoryKey, sequence]),
  )
}
