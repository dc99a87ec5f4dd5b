import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { isQuarantined, quarantinedFor } from './core/quarantined'
import { versionOf } from './core/rows'
import { readStoredText, soundText } from './core/stored-content'
import { requireVersion } from './core/versions'
import type { Audience } from './model/audience'
import type { View } from './model/memory'
import type { MemoryVersion } from './model/memory-version'
import { refuse } from './model/problems'

export interface GetVersionInput {
  storeId: string
  versionId: string
  /** 'full' unless only metadata is needed */
  view?: View | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** what to do if its content is damaged; left out: refuse */
  whenDamaged?: 'refuse' | 'leave out' | undefined
}

/** A version by its id. Refuses `store_not_found`, `version_not_found`, `version_damaged`. */
export async function getVersion(db: Database, input: GetVersionInput): Promise<MemoryVersion> {
  const store = await findStore(db.read, input.storeId)
  const row = await requireVersion(db.read, store.key, input)
  const where = { memoryId: row.memory_id }
  const quarantined = await quarantinedFor(db.read, store, input.audience, where)
  if (isQuarantined(quarantined, row)) {
    refuse({ kind: 'version_not_found', storeId: input.storeId, versionId: input.versionId })
  }
  if (input.view === 'basic') return versionOf(row, input.storeId, null)
  const content = await readStoredText(db.read, store.key, row.sequence)
  const isShown = input.whenDamaged === 'leave out'
  return versionOf(row, input.storeId, isShown || content === null ? content : soundText(content))
}
