import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'

/** Keys, of which writes ask whether they are an agent's; lib/auth has the rest of them. */

const PURPOSE = columns('k', 'apiKey', ['id', 'purpose'])

type PurposeRow = RowOf<typeof PURPOSE>

export function purposeOfKey(sql: Sql, id: string): Promise<PurposeRow | undefined> {
  return sql.get<PurposeRow>(`SELECT ${PURPOSE.list} FROM api_keys k WHERE k.id = ?`, [id])
}

export function purposesOfKeys(sql: Sql, ids: readonly string[]): Promise<PurposeRow[]> {
  const filled = toPowerOfTwo(ids)
  return sql.all<PurposeRow>(
    `SELECT ${PURPOSE.list} FROM api_keys k WHERE k.id IN ${oneOf(filled)}`,
    filled,
  )
}
