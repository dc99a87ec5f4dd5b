import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { ConnectError } from './connect-error'
import { type ConnectionRow, findConnection } from './core/connection-row'
import { queueDifferences } from './core/queue-differences'
import type { Direction } from './model/connection'

/** Has a connection rest: its folder is neither read nor written until it goes on. */
export async function pauseConnection(db: Database, connectionId: string): Promise<void> {
  await change(db, connectionId, (tx, { key }) =>
    tx.run(`UPDATE connections SET state = 'paused', problem = NULL WHERE key = ?`, [key]),
  )
}

/**
 * What a person says of a folder that rests: the files that are gone were deleted on purpose, or what
 * stands in its place is the folder all the same.
 */
export const ACCEPTED = ['deletions', 'folder'] as const
export type Accepted = (typeof ACCEPTED)[number]

/** Has a connection go on; with `accepts` null it rests again if nothing has changed. */
export async function resumeConnection(
  db: Database,
  { connectionId, accepts }: { connectionId: string; accepts: Accepted | null },
): Promise<void> {
  await change(db, connectionId, (tx, { key, root_id }) =>
    tx.run(
      `UPDATE connections SET state = 'ok', problem = NULL, accepts_deletions = ?, root_id = ?
       WHERE key = ?`,
      // Who deleted a folder on purpose may have made it anew.
      [Number(accepts === 'deletions'), accepts === null ? root_id : '', key],
    ),
  )
}

/**
 * Whether changes in the store are carried out in the folder. When they begin to be, what differs by
 * then is carried out first; when they end to be, what waits stays in the history only.
 */
export async function setDirection(
  db: Database,
  { connectionId, direction }: { connectionId: string; direction: Direction },
): Promise<void> {
  await change(db, connectionId, async (tx, row) => {
    await tx.run('UPDATE connections SET direction = ? WHERE key = ?', [direction, row.key])
    if (direction === 'two_way' && row.seeded_at !== null) await queueDifferences(tx, row)
    if (direction === 'two_way') return
    await tx.run('UPDATE memory_stores SET carried_out_by = NULL WHERE key = ?', [row.store_key])
    await tx.run(`DELETE FROM outbox WHERE connection_key = ? AND state IN ('waiting', 'failed')`, [
      row.key,
    ])
  })
}

/**
 * Whether the policy of the store is asked before Claude Code writes in the folder, which its hook
 * PreToolUse must ask for (`answerBeforeCall`).
 */
export async function setGate(
  db: Database,
  { connectionId, isOn }: { connectionId: string; isOn: boolean },
): Promise<void> {
  await change(db, connectionId, (tx, { key }) =>
    tx.run('UPDATE connections SET gate = ? WHERE key = ?', [Number(isOn), key]),
  )
}

/** Ends a connection; its store and its folder stay as they are. */
export async function removeConnection(db: Database, connectionId: string): Promise<void> {
  await change(db, connectionId, async (tx, { key, store_key }) => {
    await tx.run('UPDATE memory_stores SET carried_out_by = NULL WHERE key = ?', [store_key])
    await tx.run('DELETE FROM outbox WHERE connection_key = ?', [key])
    await tx.run('DELETE FROM connection_entries WHERE connection_key = ?', [key])
    await tx.run('DELETE FROM redacted_texts WHERE store_key = ?', [store_key])
    await tx.run('DELETE FROM connections WHERE key = ?', [key])
  })
}

/** The store's row is locked first, as every change of the store does. */
async function change(
  db: Database,
  connectionId: string,
  job: (tx: WriteSql, row: ConnectionRow) => Promise<unknown>,
): Promise<void> {
  await db.write(async (tx) => {
    const row = await findConnection(tx, connectionId)
    if (!row) throw new ConnectError({ kind: 'connection_not_found', connectionId })
    await tx.get(`SELECT key FROM memory_stores WHERE key = ? ${tx.forUpdate}`, [row.store_key])
    await job(tx, row)
    tx.touch(row.store_key)
  })
}
