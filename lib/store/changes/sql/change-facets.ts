import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql, SqlValue } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'
import type { Operation } from '../../model/memory-version'
import type { VersionCondition } from '../../write/find'
import { AUTHOR_ID, AUTHOR_TYPE } from '../../versions/sql/authors'

/** Counts among the newest changes of stores, for the threads that read for long work. */

interface LengthRow {
  stores: number
  /** the changes of the store that has most */
  longest: number
}

/** Returns the number of stores, and of the changes of the longest one. */
export function lengthOfStores(sql: BulkSql): Promise<LengthRow | undefined> {
  return sql.get<LengthRow>(
    `SELECT count(*) AS stores, coalesce(max(last_sequence), 0) AS longest
     FROM memory_stores WHERE deleted_at IS NULL`,
  )
}

/** Stores whose changes are counted: those that changed last, and the chosen one. */
export const MAX_STORES = 100

/** The changes that are counted. */
export interface CountedChanges {
  /** counted whether or not it changed lately */
  storeId: string | undefined
  session: VersionCondition | null
  pathStart: string | undefined
  createdFrom: number | undefined
  createdTo: number | undefined
  /** of each store, the newest */
  perStore: number
}

/** From `FROM` on; a store is `s`, a change `v`. */
function countedChanges(asked: CountedChanges): { counted: string; params: SqlValue[] } {
  const { storeId, session, pathStart, createdFrom, createdTo } = asked
  const conditions: string[] = []
  const params: SqlValue[] = [storeId ?? '', asked.perStore]
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(` AND ${condition}`)
    params.push(...values)
  }
  if (session) where(session.condition, ...session.params)
  if (createdFrom !== undefined) where('v.created_at >= ?', createdFrom)
  if (createdTo !== undefined) where('v.created_at <= ?', createdTo)
  if (pathStart !== undefined) {
    where('n.path >= ? AND n.path < ?', pathStart, `${pathStart}\u{10ffff}`)
  }
  // CROSS JOIN, because SQLite then begins with the left side: the few stores.
  const counted = `FROM (
       SELECT key, id, last_sequence, coalesce((SELECT b.sequence FROM branches b
         WHERE b.store_key = memory_stores.key), 0) AS begun FROM memory_stores
       WHERE deleted_at IS NULL AND (id = ? OR key IN (
         SELECT key FROM memory_stores WHERE deleted_at IS NULL
         ORDER BY last_changed_at DESC, key LIMIT ${MAX_STORES}))
     ) s CROSS JOIN memory_versions v
     ${pathStart === undefined ? '' : 'LEFT JOIN path_nodes n ON n.key = v.node_key'}
     WHERE v.store_key = s.key AND v.sequence > s.last_sequence - ? AND v.sequence > s.begun${conditions.join('')}`
  return { counted, params }
}

/** So many changes of one kind, by one author, in one store. */
export interface FacetRow {
  storeId: string
  operation: Operation
  actorType: Actor['type']
  actorId: string
  count: number
}

export function facetCounts(sql: BulkSql, asked: CountedChanges): Promise<FacetRow[]> {
  const { counted, params } = countedChanges(asked)
  return sql.all<FacetRow>(
    `SELECT s.id AS "storeId", v.operation, ${AUTHOR_TYPE} AS "actorType",
       ${AUTHOR_ID} AS "actorId", count(*) AS count ${counted}
     GROUP BY 1, 2, 3, 4`,
    params,
  )
}

/** The filters on the changes to count. */
interface Narrowed {
  storeId: string | undefined
  operation: Operation | undefined
  actorId: string | undefined
  limit: number
}

const MEMORY = columns('m', 'memory', ['id'])

type BusyRow = RowOf<typeof MEMORY> & { storeId: string; path: string; count: number }

/** The live memories that most of these changes are of. */
export function mostChanged(
  sql: BulkSql,
  asked: CountedChanges,
  { storeId, operation, actorId, limit }: Narrowed,
): Promise<BusyRow[]> {
  const { counted, params } = countedChanges(asked)
  const narrowed: [string, SqlValue | undefined][] = [
    [' AND s.id = ?', storeId],
    [' AND v.operation = ?', operation],
    [` AND ${AUTHOR_ID} = ?`, actorId],
  ]
  const given = narrowed.filter((each): each is [string, SqlValue] => each[1] !== undefined)
  return sql.all<BusyRow>(
    `WITH counts AS (
       SELECT v.memory_key, count(*) AS count ${counted}${given.map(([condition]) => condition).join('')}
       GROUP BY 1
     )
     SELECT ${MEMORY.list}, s.id AS "storeId", m.path, c.count FROM counts c
     JOIN memories m ON m.key = c.memory_key JOIN memory_stores s ON s.key = m.store_key
     WHERE m.path IS NOT NULL
     ORDER BY c.count DESC, m.path, m.id LIMIT ?`,
    [...params, ...given.map(([, value]) => value), limit],
  )
}
