import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { changeStore } from './core/store-transaction'
import { parseField } from './core/parse-field'
import { refuseChangedStore, type StoreAsShown } from './core/refuse-changed-store'
import { storeOf } from './core/rows'
import { writeStore } from './core/write-store'
import type { MemoryStore } from './model/memory-store'
import {
  storeDescriptionSchema,
  storeMetadataPatchSchema,
  storeMetadataSchema,
  storeNameSchema,
} from './model/store-fields'
import { storeSettingsSchema, type StoreSettings } from './model/store-settings'

export interface UpdateStoreInput {
  storeId: string
  name?: string | undefined
  description?: string | undefined
  /** a key set to null is deleted, keys left out are kept */
  metadata?: Record<string, string | null> | undefined
  /** settings left out are kept */
  settings?: Partial<StoreSettings> | undefined
  /** the store as the caller saw it; refuses `store_changed` if it has changed */
  shown?: StoreAsShown | undefined
  cause: Cause
}

/**
 * Updates a store's own fields. Refuses `store_not_found`, `store_archived`, `store_changed`,
 * `invalid_input`.
 */
export async function updateStore(db: Database, input: UpdateStoreInput): Promise<MemoryStore> {
  return changeStore(db, input.storeId, input.cause, async (transaction) => {
    const before = storeOf(transaction.row)
    refuseChangedStore(before, input.shown)
    const changed = {
      name: parseField('name', storeNameSchema, input.name ?? before.name),
      description: parseField(
        'description',
        storeDescriptionSchema,
        input.description ?? before.description,
      ),
      metadata: patched(before.metadata, input.metadata ?? {}),
      settings: parseField('settings', storeSettingsSchema, {
        ...before.settings,
        ...input.settings,
      }),
    }
    const { name, description, metadata, settings } = before
    if (JSON.stringify(changed) === JSON.stringify({ name, description, metadata, settings })) {
      return before
    }
    return writeStore(
      transaction,
      'memory_store.updated',
      'name = ?, description = ?, metadata = ?, settings = ?',
      [
        changed.name,
        changed.description,
        JSON.stringify(changed.metadata),
        JSON.stringify(changed.settings),
      ],
    )
  })
}

function patched(
  metadata: Record<string, string>,
  patch: Record<string, string | null>,
): Record<string, string> {
  const changes = parseField('metadata', storeMetadataPatchSchema, patch)
  const result = Object.entries({ ...metadata, ...changes }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  return parseField('metadata', storeMetadataSchema, Object.fromEntries(result))
}
