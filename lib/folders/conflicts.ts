import { db, write } from '@/lib/db'
import { writersOf } from '@/lib/store/actors'
import { type SavedFirst, savedFirst } from '@/lib/store/saved-first'
import { listVersions, versionTexts } from '@/lib/store/versions'
import { wake } from './connections'
import { CONFLICT } from './rows'

/** Memories of which disk and store changed the same lines, until a person decides. */

const underVersion = (storeId: string, versionId: string) => {
  return { connection: { storeId }, versionId, problem: { startsWith: CONFLICT } }
}

/** Both sides of a memory's conflict, to be merged: the disk's came first. Null: it has none. */
export async function conflictOf(storeId: string, memoryId: string): Promise<SavedFirst | null> {
  const { items } = await listVersions({ storeId, memoryId, limit: 2, view: 'full' })
  const [head, below] = items
  if (!head || !below || below.content === null) return null
  const row = await db.connectionEntry.findFirst({ where: underVersion(storeId, head.id) })
  if (!row?.problem) return null
  const baseId = row.problem.slice(CONFLICT.length)
  // Where it is not known any more all of both is in conflict.
  const base = (await versionTexts([baseId])).get(baseId) ?? ''
  const first = await savedFirst({ storeId, memoryId, base, content: below.content })
  return { ...first, mine: { ordinal: below.ordinal, by: (await writersOf([below]))(below) } }
}

/** A person decided for the disk's text, this version, as it stands. */
export async function endConflict(storeId: string, versionId: string): Promise<void> {
  const connection = await db.connection.findUnique({ where: { storeId }, select: { id: true } })
  if (!connection) return
  await write(async (tx) => {
    const data = { problem: null }
    await tx.connectionEntry.updateMany({ where: underVersion(storeId, versionId), data })
    // All of the store is looked at again.
    await tx.connection.update({ where: connection, data: { seenSequence: -1 } })
  })
  wake(connection.id)
}
