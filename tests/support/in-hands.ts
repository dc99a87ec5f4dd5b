import { CONNECTION_LEASE } from '@/lib/connect/core/connection-lease'
import { openFolder, workOnce } from '@/lib/connect/core/folder-worker'
import { seedFolder } from '@/lib/connect/core/seed-folder'
import type { WatchedFolder } from '@/lib/connect/core/watched-folder'
import { findConnection } from '@/lib/connect/sql/connections'
import type { Database } from '@/lib/db/database'
import { leaseOn, takeLease } from '@/lib/lease'

/** Takes in and carries out all that is due. */
export async function workInHands(folder: WatchedFolder): Promise<void> {
  await workOnce(folder)
}

/**
 * A connection in the hands of a process that has just started, whoever held it before; its store is
 * filled if it was not yet. `atStep` is called between the steps, where the process may end.
 */
export async function inHands(
  db: Database,
  connectionId: string,
  atStep?: WatchedFolder['atStep'],
): Promise<WatchedFolder> {
  const lease = leaseOn(CONNECTION_LEASE, connectionId)
  await db.write(async (tx) => {
    await tx.run('UPDATE connections SET runner = NULL WHERE id = ?', [connectionId])
    await takeLease(tx, lease)
  })
  const row = await findConnection(db.read, connectionId)
  if (!row) throw new Error('there is no such connection')
  if (row.seededAt === null) await seedFolder(db, row, new AbortController().signal)
  return openFolder(db, row, lease, atStep ? { atStep } : {})
}
