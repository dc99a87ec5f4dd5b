import { db, write } from '@/lib/db'
import { listVersions, versionTexts } from '@/lib/store/versions'
import type { VersionText } from '@/lib/store/model/model'
import { wake } from './connections'
import { CONFLICT } from './rows'

/** Memories of which disk and store changed the same lines, until a person decides. */

const underVersion = (storeId: string, versionId: string) => {
  return { connection: { storeId }, versionId, problem: { startsWith: CONFLICT } }
}

/** What the disk's text, a memory's head, stands on. */
export interface Conflict {
  /** the text that both come from; empty where it is not known any more */
  base: string
  /** the store's text, one version below */
  below: VersionText & { content: string }
}

/** The conflict of a memory; null: it has none. */
export async function conflictOf(storeId: string, memoryId: string): Promise<Conflict | null> {
  const { items } = await listVersions({ storeId, memoryId, limit: 2, view: 'full' })
  const [head, below] = items
  if (!head || !below || below.content === null) return null
  const row = await db.connectionEntry.findFirst({ where: underVersion(storeId, head.id) })
  if (!row?.problem) return null
  const baseId = row.problem.slice(CONFLICT.length)
  const base = (await versionTexts([baseId])).get(baseId) ?? ''
  return { base, below: { ...below, content: below.content } }
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
