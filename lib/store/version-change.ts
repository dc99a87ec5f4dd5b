import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { DamagedContent, readStoredText } from './core/stored-content'
import type { VersionRow } from './core/rows'
import { requireVersion, versionAt } from './core/versions'
import type { MemoryChange, MemoryText } from './model/memory-change'

/** What a version changed. */
export interface VersionChange extends MemoryChange<MemoryText> {
  storeId: string
  versionId: string
  /** whether one of the two sides was redacted since, and appears empty */
  isRedacted: boolean
  /** whether one of the two sides is damaged, and appears empty */
  isDamaged: boolean
}

/** A version next to the one before it. Refuses `store_not_found`, `version_not_found`. */
export async function versionChange(
  db: Database,
  input: { storeId: string; versionId: string },
): Promise<VersionChange> {
  const { storeId, versionId } = input
  const store = await findStore(db.read, storeId)
  const row = await requireVersion(db.read, store.key, input)
  const previous = await versionAt(db.read, row.memory_key, row.sequence - 1)
  const sideOf = async (side: VersionRow | undefined) => {
    if (!side || side.operation === 'deleted') return null
    const content = await readStoredText(db.read, store.key, side.sequence)
    if (!(content instanceof DamagedContent))
      return { path: side.path ?? '', content: content ?? '' }
    isDamaged = true
    return { path: side.path ?? '', content: '' }
  }
  let isDamaged = false
  const [before, after] = [await sideOf(previous), await sideOf(row)]
  return {
    storeId,
    versionId,
    memoryId: row.memory_id,
    before,
    after,
    isDamaged,
    isRedacted: row.redacted_at !== null || (previous?.redacted_at ?? null) !== null,
  }
}
