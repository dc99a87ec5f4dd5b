import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, WriteSql } from '@/lib/db/sql'

/** Left-outs of imports, which an agent's call starts, too. */

const LEFT_OUT = columns('l', 'seedLeftOut', [
  'storeKey',
  'seedKey',
  'path',
  'kind',
  'reason',
  'content',
  'notedAt',
])

export async function insertLeftOut(tx: WriteSql, row: RowOf<typeof LEFT_OUT>): Promise<void> {
  await tx.run(
    `INSERT INTO seed_left_outs (store_key, seed_key, path, kind, reason, content, noted_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [row.storeKey, row.seedKey, row.path, row.kind, row.reason, row.content, row.notedAt],
  )
}

/** All of a seed. */
export async function deleteLeftOuts(tx: WriteSql, seedKey: number): Promise<void> {
  await tx.run('DELETE FROM seed_left_outs WHERE seed_key = ?', [seedKey])
}

export async function deleteLeftOutsAt(
  tx: WriteSql,
  seedKey: number,
  paths: readonly string[],
): Promise<void> {
  await tx.run(`DELETE FROM seed_left_outs WHERE seed_key = ? AND path IN ${oneOf(paths)}`, [
    seedKey,
    ...paths,
  ])
}

const NOTED = columns('l', 'seedLeftOut', ['key', 'path', 'kind', 'reason'])

/** Lists a seed's left-outs, page by page. */
export function leftOutsAfter(
  sql: BulkSql,
  { seedKey, after, limit }: { seedKey: number; after: number; limit: number },
): Promise<RowOf<typeof NOTED>[]> {
  return sql.all<RowOf<typeof NOTED>>(
    `SELECT ${NOTED.list} FROM seed_left_outs l
     WHERE l.seed_key = ? AND l.key > ? ORDER BY l.key LIMIT ?`,
    [seedKey, after, limit],
  )
}
