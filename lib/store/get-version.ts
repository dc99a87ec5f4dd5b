import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { versionOf } from './core/rows'
import { readText } from './core/stored-content'
import { requireVersion } from './core/versions'
import type { View } from './model/memory'
import type { MemoryVersion } from './model/memory-version'

export interface GetVersionInput {
  storeId: string
  versionId: string
  /** 'full' unless only metadata is needed */
  view?: View | undefined
}

/** A version by its id. Refuses `store_not_found`, `version_not_found`. */
export async function getVersion(db: Database, input: GetVersionInput): Promise<MemoryVersion> {
  const store = await findStore(db.read, input.storeId)
  const row = await requireVersion(db.read, store.key, input)
  const content = input.view === 'basic' ? null : await readText(db.read, store.key, row.sequence)
  return versionOf(row, input.storeId, content)
}
