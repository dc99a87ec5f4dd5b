import type { Sql } from '@/lib/db/sql'

/** The number of a store's last change before a time, in milliseconds since 1970; 0: there is none. */
export async function lastBefore(sql: Sql, storeKey: number, time: number): Promise<number> {
  const last = await sql.get<{ sequence: number }>(
    `SELECT sequence FROM store_events WHERE store_key = ? AND created_at < ?
     ORDER BY created_at DESC, sequence DESC LIMIT 1`,
    [storeKey, time],
  )
  return last?.sequence ?? 0
}
