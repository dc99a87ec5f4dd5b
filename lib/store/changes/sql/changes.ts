import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, SqlValue } from '@/lib/db/sql'
import type { Operation } from '../../model/memory-version'
import { VISIBLE, type Visible } from '../../quarantine/sql/visible-versions'
import type { VersionCondition } from '../../write/find'
import { AUTHOR_ID } from '../../versions/sql/authors'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'

/**
 * The changes of one store or of all: lists of them are of many stores, for the threads that read
 * for long work; agents are told of what others changed.
 */

export interface AskedStores {
  storeId: string | undefined
  /** milliseconds since 1970, inclusive */
  createdFrom: number | undefined
}

/** The stores in question, as `memory_stores s`. */
function storesOf({ storeId, createdFrom }: AskedStores): { where: string; params: SqlValue[] } {
  const isOne = storeId === undefined ? '' : ' AND s.id = ?'
  return {
    where: `s.deleted_at IS NULL AND s.last_changed_at >= ?${isOne}`,
    params: [createdFrom ?? 0, ...(storeId === undefined ? [] : [storeId])],
  }
}

const CHANGED = columns('s', 'memoryStore', ['lastChangedAt'])

/** The store after so many others that changed later. */
export function nextChangedStore(
  sql: Sql,
  asked: AskedStores,
  skip: number,
): Promise<RowOf<typeof CHANGED> | undefined> {
  const { where, params } = storesOf(asked)
  return sql.get<RowOf<typeof CHANGED>>(
    `SELECT ${CHANGED.list} FROM memory_stores s WHERE ${where}
     ORDER BY s.last_changed_at DESC, s.key LIMIT 1 OFFSET ?`,
    [...params, skip],
  )
}

/** The filters on the changes to list. */
export interface AskedChanges extends AskedStores {
  operation: Operation | undefined
  session: VersionCondition | null
  actorId: string | undefined
  pathStart: string | undefined
  createdTo: number | undefined
  /** only those after this one */
  after: { createdAt: number; storeId: string; sequence: number } | undefined
}

const FOUND = columns('v', 'memoryVersion', ['id', 'sequence', 'createdAt'])

export type FoundChangeRow = RowOf<typeof FOUND> & { storeId: string }

/**
 * The newest changes of some stores: of each as many as the page has, from its newest on. Of a branch
 * those that were made in it.
 */
export function newestChanges(
  sql: BulkSql,
  asked: AskedChanges,
  { skip, take, limit }: { skip: number; take: number; limit: number },
): Promise<FoundChangeRow[]> {
  const stores = storesOf(asked)
  const { conditions, params } = filterOf(asked)
  const version = `memory_versions v${asked.pathStart === undefined ? '' : ' LEFT JOIN path_nodes n ON n.key = v.node_key'}`
  return sql.all<FoundChangeRow>(
    `WITH asked AS (
       SELECT s.key, s.id, coalesce((SELECT b.sequence FROM branches b WHERE b.store_key = s.key), 0) AS begun
       FROM memory_stores s WHERE ${stores.where}
       ORDER BY s.last_changed_at DESC, s.key LIMIT ? OFFSET ?
     ), shown AS (
       SELECT s.key, s.id, s.begun, coalesce((SELECT v.sequence FROM ${version}
           WHERE v.store_key = s.key AND v.sequence > s.begun${conditions} ORDER BY v.sequence DESC LIMIT 1 OFFSET ?), 0) AS oldest
       FROM asked s
     )
     SELECT ${FOUND.list}, s.id AS "storeId"
     FROM shown s CROSS JOIN ${version}
     WHERE v.store_key = s.key AND v.sequence >= s.oldest AND v.sequence > s.begun${conditions}
     ORDER BY v.created_at DESC, s.id, v.sequence DESC LIMIT ?`,
    [...stores.params, take, skip, ...params, limit, ...params, limit + 1],
  )
}

/** Counts the changes of a store among these numbers, both ends included, that are what is asked. */
export async function countAsked(
  sql: Sql,
  {
    storeKey,
    asked,
    within: { firstSequence, lastSequence },
  }: {
    storeKey: number
    asked: Omit<AskedChanges, 'storeId' | 'actorId' | 'after'>
    within: { firstSequence: number; lastSequence: number }
  },
): Promise<{ changeCount: number; memoryCount: number }> {
  const { conditions, params } = filterOf({ ...asked, actorId: undefined, after: undefined })
  const row = await sql.get<{ changeCount: number; memoryCount: number }>(
    `SELECT count(*) AS "changeCount", count(DISTINCT v.memory_key) AS "memoryCount"
     FROM memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.store_key = ? AND v.sequence >= ? AND v.sequence <= ?${conditions}`,
    [storeKey, firstSequence, lastSequence, ...params],
  )
  return row ?? { changeCount: 0, memoryCount: 0 }
}

/** Writes the filters on changes of a store `s`, as a continuation of a WHERE over versions `v`. */
function filterOf(asked: Omit<AskedChanges, 'storeId'>): {
  conditions: string
  params: SqlValue[]
} {
  const { operation, session, actorId, pathStart, createdFrom, createdTo, after } = asked
  const params: SqlValue[] = []
  let conditions = ''
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions += ` AND ${condition}`
    params.push(...values)
  }
  if (operation !== undefined) where('v.operation = ?', operation)
  if (session) where(session.condition, ...session.params)
  if (actorId !== undefined) where(`${AUTHOR_ID} = ?`, actorId)
  // Compared by bytes, so that an index of paths applies.
  if (pathStart !== undefined) {
    where('n.path >= ? AND n.path < ?', pathStart, `${pathStart}\u{10ffff}`)
  }
  if (createdFrom !== undefined) where('v.created_at >= ?', createdFrom)
  if (createdTo !== undefined) where('v.created_at <= ?', createdTo)
  if (after) {
    where(
      `CASE WHEN s.id = ? THEN v.sequence < ? WHEN s.id > ? THEN v.created_at <= ? ELSE v.created_at < ? END`,
      after.storeId,
      after.sequence,
      after.storeId,
      after.createdAt,
      after.createdAt,
    )
  }
  return { conditions, params }
}

export function versionsById(sql: BulkSql, ids: readonly string[]): Promise<VersionRow[]> {
  return sql.all<VersionRow>(`${SELECT_VERSIONS} WHERE v.id IN ${oneOf(ids)}`, ids)
}

/** Lists the versions of everyone but a session, the newest first. */
export function versionsByOthers(
  sql: Sql,
  asked: {
    storeKey: number
    after: number
    upTo: number
    sessionId: string
    visible: Visible
    limit: number
  },
): Promise<VersionRow[]> {
  const { storeKey, after, upTo, sessionId, visible, limit } = asked
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ?
       AND (v.session_id IS NULL OR v.session_id <> ?)
       AND ${VISIBLE[visible]} ORDER BY v.sequence DESC LIMIT ?`,
    [storeKey, after, upTo, sessionId, limit],
  )
}

/** The changes of all stores since a time, from the index of their times. */
export async function countSince(sql: BulkSql, since: number): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM memory_stores s CROSS JOIN store_events e
     WHERE s.deleted_at IS NULL AND e.store_key = s.key AND e.created_at >= ?`,
    [since],
  )
  return row?.count ?? 0
}

const TOUCHED = columns('v', 'memoryVersion', ['sequence', 'memoryKey'])

/** Lists the memories that were changed after one sequence up to another, page by page. */
export function touchedBetween(
  sql: Sql,
  {
    storeKey,
    after,
    upTo,
    limit,
  }: { storeKey: number; after: number; upTo: number; limit: number },
): Promise<RowOf<typeof TOUCHED>[]> {
  return sql.all<RowOf<typeof TOUCHED>>(
    `SELECT ${TOUCHED.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ? ORDER BY v.sequence LIMIT ?`,
    [storeKey, after, upTo, limit],
  )
}
