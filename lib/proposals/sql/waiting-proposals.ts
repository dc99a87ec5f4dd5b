import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { WriteSql } from '@/lib/db/sql'

/** Proposals that wait: the client locks no rows, and an agent's import asks which wait already. */

/** Has others who decide about it wait; false: it does not wait any more. */
export async function lockWaiting(tx: WriteSql, id: string): Promise<boolean> {
  const row = await tx.get(
    `SELECT p.key FROM proposals p WHERE p.id = ? AND p.state = 'waiting' ${tx.forUpdate}`,
    [id],
  )
  return row !== undefined
}

const ID = columns('p', 'proposal', ['id'])

type CommandRow = RowOf<typeof ID> & { command: string }

/** Those of an actor at these paths that will be run by a command. */
export function waitingAt(
  tx: WriteSql,
  { storeId, actorId, paths }: { storeId: string; actorId: string; paths: readonly string[] },
): Promise<CommandRow[]> {
  return tx.all<CommandRow>(
    `SELECT ${ID.list}, p.command FROM proposals p
     WHERE p.store_key = (SELECT key FROM memory_stores WHERE id = ? AND deleted_at IS NULL)
       AND p.state = 'waiting' AND p.actor_id = ? AND p.command IS NOT NULL
       AND p.path IN ${oneOf(paths)}`,
    [storeId, actorId, ...paths],
  )
}
