import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/** The keys of memories: agents' events, reviews and rollbacks find them by their ids. */

const MEMORY = columns('m', 'memory', ['id', 'key'])

export function keysOfIds(sql: Sql, ids: readonly string[]): Promise<RowOf<typeof MEMORY>[]> {
  return sql.all<RowOf<typeof MEMORY>>(
    `SELECT ${MEMORY.list} FROM memories m WHERE m.id IN ${oneOf(ids)}`,
    ids,
  )
}
