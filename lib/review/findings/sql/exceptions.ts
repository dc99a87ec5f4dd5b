import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Rules that are not reported at a path: the examiner asks for them, programs make them over the API. */

const EXCEPTION = columns('e', 'findingException', [
  'id',
  'storeKey',
  'rule',
  'path',
  'endsAt',
  'actorType',
  'actorId',
  'createdAt',
])

/** Stores an exception; the later of two for one path holds. */
export async function putException(tx: WriteSql, row: RowOf<typeof EXCEPTION>): Promise<void> {
  await tx.run(
    `INSERT INTO finding_exceptions (id, store_key, rule, path, ends_at, actor_type, actor_id,
       created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (store_key, rule, path) DO UPDATE SET ends_at = excluded.ends_at,
       actor_type = excluded.actor_type, actor_id = excluded.actor_id,
       created_at = excluded.created_at`,
    [
      row.id,
      row.storeKey,
      row.rule,
      row.path,
      row.endsAt,
      row.actorType,
      row.actorId,
      row.createdAt,
    ],
  )
}

const RULE = columns('e', 'findingException', ['rule'])

/** The exceptions at a path that have not ended by a time, in milliseconds since 1970. */
export function exceptedAt(
  sql: Sql,
  { storeKey, path, now }: { storeKey: number; path: string; now: number },
): Promise<RowOf<typeof RULE>[]> {
  return sql.all<RowOf<typeof RULE>>(
    `SELECT ${RULE.list} FROM finding_exceptions e
     WHERE e.store_key = ? AND e.path = ? AND e.ends_at > ?`,
    [storeKey, path, now],
  )
}
