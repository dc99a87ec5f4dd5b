import type { Database } from '@/lib/db/database'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
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
  /** the version that holds it */
  change: MemoryVersion
  /** what the memory holds, as its file does */
  theirs: string
  /** since when it does, milliseconds since 1970 */
  theirsAt: number
}

/**
 * The texts of a conflict, by the version that stands in the history only. Null: it is decided, or one
 * side has no text: a memory was deleted, or its text redacted.
 */
export async function conflictTexts(
  db: Database,
  { storeId, versionId }: { storeId: string; versionId: string },
): Promise<ConflictTexts | null> {
  const conflict = await db.prisma.outboxEntry.findFirst({
    where: {
      state: 'conflict',
      version: { id: versionId, store: { id: storeId, deletedAt: null } },
    },
    select: { baseSha256: true, version: { include: { memory: { select: { id: true } } } } },
  })
  if (!conflict) return null
  const { version, baseSha256 } = conflict
  const memory = await getMemory(db, { storeId, memoryId: version.memory.id }).catch(
    (error: unknown) => {
      if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
      throw error
    },
  )
  const change = await getVersion(db, { storeId, versionId })
  const { content: ours } = change
  if (!memory || ours === null) return null
  const base = baseSha256 === null ? null : await lastHolding(db, version, baseSha256)
  const { id: memoryId, path, content: theirs, updatedAt: theirsAt } = memory
  const known = base && (await getVersion(db, { storeId, versionId: base.id })).content
  return { memoryId, path, base: known ?? '', ours, change, theirs, theirsAt }
}

/** The last version of a memory before another one that held this content. */
function lastHolding(
  db: Database,
  { memoryKey, sequence }: { memoryKey: number; sequence: number },
  sha256: string,
) {
  return db.prisma.memoryVersion.findFirst({
    where: { memoryKey, sha256, sequence: { lt: sequence } },
    orderBy: { sequence: 'desc' },
    select: { id: true },
  })
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
    const conflict = await tx.prisma.outboxEntry.findFirst({
      where: { state: 'conflict', version: { id: versionId, store: { id: storeId } } },
      select: { key: true, storeKey: true },
    })
    if (!conflict) return false
    await tx.prisma.outboxEntry.deleteMany({ where: { key: conflict.key } })
    tx.touch(conflict.storeKey)
    return true
  })
}
