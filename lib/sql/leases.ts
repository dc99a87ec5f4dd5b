import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * Leases, of whichever table: timers take, renew and break them. Each is one conditional UPDATE, by
 * the database's clock, which the client does not know.
 */

/** Tables with `id`, `runner` and `beat_at`. */
export type LeasedTable =
  | 'jobs'
  | 'sessions'
  | 'digest_posts'
  | 'connections'
  | 'replays'
  | 'memory_test_runs'
  | 'experiment_runs'
  | 'memory_test_bisections'

/** The columns have the same names in all of the tables. */
const LEASE = columns('l', 'job', ['id', 'beatAt'])

/** A lease that somebody holds. */
export type HeldRow = RowOf<typeof LEASE> & { runner: string }

type Held = Pick<HeldRow, 'id' | 'runner'>

/** Each returns whether it did it. */
export async function takeFree(
  tx: WriteSql,
  table: LeasedTable,
  { id, runner }: Held,
): Promise<boolean> {
  const taken = await tx.run(
    `UPDATE ${table} SET runner = ?, beat_at = ${tx.clock} WHERE id = ? AND runner IS NULL`,
    [runner, id],
  )
  return taken > 0
}

export async function renewHeld(
  tx: WriteSql,
  table: LeasedTable,
  { id, runner }: Held,
): Promise<boolean> {
  const renewed = await tx.run(
    `UPDATE ${table} SET beat_at = ${tx.clock} WHERE id = ? AND runner = ?`,
    [id, runner],
  )
  return renewed > 0
}

export async function freeHeld(
  tx: WriteSql,
  table: LeasedTable,
  { id, runner }: Held,
): Promise<boolean> {
  const freed = await tx.run(`UPDATE ${table} SET runner = NULL WHERE id = ? AND runner = ?`, [
    id,
    runner,
  ])
  return freed > 0
}

/** The same, unless its holder has sent a heartbeat since it was read. */
export async function freeSilent(
  tx: WriteSql,
  table: LeasedTable,
  { id, runner, beatAt }: HeldRow,
): Promise<boolean> {
  const freed = await tx.run(
    `UPDATE ${table} SET runner = NULL WHERE id = ? AND runner = ? AND beat_at = ?`,
    [id, runner, beatAt],
  )
  return freed > 0
}

/** The leases that are held, and whether each holder has been silent for this long. */
export function heldLeases(
  tx: WriteSql,
  table: LeasedTable,
  silenceMs: number,
): Promise<(HeldRow & { isSilent: number })[]> {
  return tx.all<HeldRow & { isSilent: number }>(
    `SELECT ${LEASE.list}, l.runner,
       CASE WHEN l.beat_at < ${tx.clock} - ? THEN 1 ELSE 0 END AS "isSilent"
     FROM ${table} l WHERE l.runner IS NOT NULL`,
    [silenceMs],
  )
}

/** Null: nobody, or no such row. */
export async function holderOf(sql: Sql, table: LeasedTable, id: string): Promise<string | null> {
  const row = await sql.get<{ runner: string | null }>(
    `SELECT l.runner FROM ${table} l WHERE l.id = ?`,
    [id],
  )
  return row?.runner ?? null
}
