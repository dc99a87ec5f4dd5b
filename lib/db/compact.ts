import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { database } from './index'
import { inAProcess } from './in-a-process'

/** Whether what was taken out has left the database's own pages; `reason`: why not. */
export interface Compaction {
  isComplete: boolean
  reason: string | null
}

/**
 * Takes freed bytes out of the database while others read and write: SQLite's pages are cleared and its
 * journal emptied, PostgreSQL vacuums these tables. It is tried again where a reader is in the way.
 */
export async function compact(
  tables: readonly string[],
  signal?: AbortSignal,
): Promise<Compaction> {
  const { file, url } = database()
  if (file === null) return vacuumTables(url, tables, signal)
  const reason = await inAProcess<string | null>('clear-pages', { file }, signal)
  return { isComplete: reason === null, reason }
}

const TRIES = 5
/** Before the second. The last is so late that a standby has told what it sees by then. */
const BETWEEN_TRIES_MS = 1_200

/** On a connection of its own: `VACUUM` runs in no transaction. */
async function vacuumTables(
  connectionString: string,
  tables: readonly string[],
  signal?: AbortSignal,
): Promise<Compaction> {
  const { Client, escapeIdentifier } = (await import('pg')).default
  const client = new Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    let began: string | null = null
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted()
      const snapshots = await snapshotsBefore(client, began)
      began = snapshots.began
      for (const table of tables) await client.query(`VACUUM ${escapeIdentifier(table)}`)
      if (!snapshots.areThere) return { isComplete: true, reason: null }
      if (tries === TRIES) break
      await sleep(tries * BETWEEN_TRIES_MS, undefined, { ...(signal && { signal }) })
    }
  } finally {
    await client.end()
  }
  const reason = 'a transaction that began before still sees the rows that were taken out'
  return { isComplete: false, reason }
}

/** Whether somebody may see rows as before a transaction, by default one that begins now; a standby has no database. */
async function snapshotsBefore(client: pg.Client, began: string | null) {
  const { rows } = await client.query<{ began: string; areThere: boolean }>(
    `WITH mark AS (SELECT coalesce($1::xid8, pg_current_xact_id()) AS id)
     SELECT id::text AS began, EXISTS (SELECT 1 FROM pg_stat_activity
         WHERE (datname = current_database() OR datname IS NULL) AND pid <> pg_backend_pid()
           AND age(backend_xmin) > age(mark.id::xid))
       OR EXISTS (SELECT 1 FROM pg_prepared_xacts
         WHERE database = current_database() AND age(transaction) > age(mark.id::xid))
       OR EXISTS (SELECT 1 FROM pg_replication_slots WHERE age(xmin) > age(mark.id::xid))
       AS "areThere" FROM mark`,
    [began],
  )
  return rows[0] ?? { began, areThere: true }
}
