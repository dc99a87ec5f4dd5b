import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { WriteSql } from '@/lib/db/sql'

/** Proposals that wait: the client locks no rows, and agents' writes ask which wait already. */

/** Locks a proposal against other decisions; false if it does not wait any more. */
export async function lockWaiting(tx: WriteSql, id: string): Promise<boolean> {
  const row = await tx.get(
    `SELECT p.key FROM proposals p WHERE p.id = ? AND p.state = 'waiting' ${tx.forUpdate}`,
    [id],
  )
  return row !== undefined
}

const WAITING = columns('p', 'proposal', ['id', 'path', 'sessionId'])

type WaitingRow = RowOf<typeof WAITING> & { command: string }

/** An actor's waiting proposals at these paths that will be run by a command. */
export function waitingAt(
  tx: WriteSql,
  { storeId, actorId, paths }: { storeId: string; actorId: string; paths: readonly string[] },
): Promise<WaitingRow[]> {
  return tx.all<WaitingRow>(
    `SELECT ${WAITING.list}, p.command FROM proposals p
     WHERE p.store_key = (SELECT key FROM memory_stores WHERE id = ? AND deleted_at IS NULL)
       AND p.state = 'waiting' AND p.actor_id = ? AND p.command IS NOT NULL
       AND p.path IN ${oneOf(paths)}`,
    [storeId, actorId, ...paths],
  )
}
