import type { MemoryStore } from '../model/memory-store'
import { storedMetadata } from '../model/store-fields'
import { parseStoreSettings } from '../model/store-settings'
import type { StoreRow } from './sql/stores'

/** A store, of its row. */
export function storeOf(row: StoreRow): MemoryStore {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    metadata: storedMetadata(row.metadata),
    settings: parseStoreSettings(row.settings),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    archivedAt: row.archivedAt,
    lastSequence: row.lastSequence,
    lastChangedAt: row.lastChangedAt || null,
    memoryCount: row.memoryCount,
    byteSize: row.byteSize,
    versionCount: row.versionCount,
  }
}
