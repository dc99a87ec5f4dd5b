import type { Database } from '@/lib/db/database'
import { getMemory } from '@/lib/store/memories/read-memories'
import { getVersion } from '@/lib/store/versions/read-versions'
import { StoreError } from '@/lib/store/model/problems'

/** A change that a folder overtook, as a person merges it. */
export interface ConflictTexts {
  memoryId: string
  path: string
  /** what both sides agreed about last; '': nothing, or it is no longer known */
  base: string
  /** of the change, which stands in the history only */
  ours: string
  /** what the memory holds, as its file does */
  theirs: string
}

interface Row {
  memory_id: string
  base_id: string | null
}

/**
 * The texts of a conflict, by the version that stands in the history only. Null: it is decided, or one
 * side has no text: a memory was deleted, or its text redacted.
 */
export async function conflictTexts(
  db: Database,
  { storeId, versionId }: { storeId: string; versionId: string },
): Promise<ConflictTexts | null> {
  const row = await db.read.get<Row>(
    `SELECT m.id AS memory_id,
       (SELECT b.id FROM memory_versions b WHERE b.memory_key = v.memory_key
          AND b.sequence < v.sequence AND b.sha256 = o.base_sha256
        ORDER BY b.sequence DESC LIMIT 1) AS base_id
     FROM memory_stores s
     JOIN memory_versions v ON v.store_key = s.key AND v.id = ?
     JOIN outbox o ON o.store_key = s.key AND o.sequence = v.sequence AND o.state = 'conflict'
     JOIN memories m ON m.key = v.memory_key
     WHERE s.id = ? AND s.deleted_at IS NULL LIMIT 1`,
    [versionId, storeId],
  )
  if (!row) return null
  const memory = await getMemory(db, { storeId, memoryId: row.memory_id }).catch(
    (error: unknown) => {
      if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
      throw error
    },
  )
  const { content: ours } = await getVersion(db, { storeId, versionId })
  if (!memory || ours === null) return null
  const base =
    row.base_id === null
      ? null
      : (await getVersion(db, { storeId, versionId: row.base_id })).content
  const { id: memoryId, path, content: theirs } = memory
  return { memoryId, path, base: base ?? '', ours, theirs }
}

/**
 * A person decided about a conflict: it is shown no more. Both texts stay in the history. Returns
 * whether there was one.
 */
export async function resolveConflict(
  db: Database,
  { storeId, versionId }: { storeId: string; versionId: string },
): Promise<boolean> {
  return db.write(async (tx) => {
    const row = await tx.get<{ key: number; store_key: number }>(
      `SELECT o.key, o.store_key FROM memory_stores s
       JOIN memory_versions v ON v.store_key = s.key AND v.id = ?
       JOIN outbox o ON o.store_key = s.key AND o.sequence = v.sequence AND o.state = 'conflict'
       WHERE s.id = ? LIMIT 1`,
      [versionId, storeId],
    )
    if (!row) return false
    await tx.run('DELETE FROM outbox WHERE key = ?', [row.key])
    tx.touch(row.store_key)
    return true
  })
}
