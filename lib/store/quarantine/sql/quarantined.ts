import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, SqlValue } from '@/lib/db/sql'
import { rangeBelow } from '../../tree/subtree'
import type { MemoryRow } from '../../write/sql/heads'

/** Memories kept from agents: their reads and writes ask, once a store has any. */

/** Selects memories in quarantine; by default all of the store. */
export interface QuarantinedWhere {
  memoryId?: string | undefined
  /** there now, or where agents are served them */
  path?: string | undefined
  /** at the path or below it, now or where agents are served them */
  within?: string | undefined
  /** only those that were changed in quarantine up to this sequence; null: now */
  upTo?: number | null | undefined
}

const QUARANTINE = columns('q', 'quarantine', ['memoryKey', 'fromSequence'])

/** With the version that agents are served, as if it was the head; null: there is none. */
export type QuarantinedRow = RowOf<typeof QUARANTINE> &
  Pick<
    MemoryRow,
    'id' | 'path' | 'sha256' | 'size' | 'createdAt' | 'updatedAt' | 'versionCount'
  > & {
    nowPath: string | null
    nowSize: number | null
    headSequence: number | null
    headVersionId: string | null
  }

export function quarantinedRows(
  sql: Sql,
  storeKey: number,
  where: QuarantinedWhere,
): Promise<QuarantinedRow[]> {
  const { condition, params } = conditionOf(where)
  return sql.all<QuarantinedRow>(
    `SELECT ${QUARANTINE.list}, m.id, m.path AS "nowPath", m.size AS "nowSize", n.path,
       v.sequence AS "headSequence", v.id AS "headVersionId", v.sha256, v.size,
       m.created_at AS "createdAt", coalesce(v.created_at, 0) AS "updatedAt",
       coalesce(v.ordinal, 0) AS "versionCount"
     FROM quarantines q JOIN memories m ON m.key = q.memory_key
     LEFT JOIN memory_versions v ON v.store_key = q.store_key AND v.sequence = q.served_sequence
       AND v.operation <> 'deleted'
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE q.store_key = ?${condition}`,
    [storeKey, ...params],
  )
}

function conditionOf({ memoryId, path, within, upTo }: QuarantinedWhere) {
  const conditions: string[] = []
  const params: SqlValue[] = []
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(` AND ${condition}`)
    params.push(...values)
  }
  if (memoryId !== undefined) where('m.id = ?', memoryId)
  if (path !== undefined) where('(m.path = ? OR n.path = ?)', path, path)
  if (within !== undefined) {
    const { from, to } = rangeBelow(within)
    const inside = (column: string) => `${column} = ? OR (${column} > ? AND ${column} < ?)`
    where(`(${inside('m.path')} OR ${inside('n.path')})`, within, from, to, within, from, to)
  }
  if (upTo != null) where('q.from_sequence <= ?', upTo)
  return { condition: conditions.join(''), params }
}

const PATH = columns('n', 'pathNode', ['path'])

/** Returns the path of a version that agents are not served. */
export function pathInQuarantine(
  sql: Sql,
  versionId: string,
): Promise<RowOf<typeof PATH> | undefined> {
  return sql.get<RowOf<typeof PATH>>(
    `SELECT ${PATH.list} FROM memory_versions v CROSS JOIN quarantines q CROSS JOIN path_nodes n
     WHERE v.id = ? AND n.key = v.node_key AND q.memory_key = v.memory_key AND q.from_sequence <= v.sequence`,
    [versionId],
  )
}
