import type { z } from 'zod'
import type { Database } from '@/lib/db/database'
import { newId } from '@/lib/text/prefixed-id'
import { parseField } from './core/parse-field'
import { STORE_COLUMNS, storeOf, type StoreRow } from './core/rows'
import type { MemoryStore } from './model/memory-store'
import { storeDescriptionSchema, storeMetadataSchema, storeNameSchema } from './model/store-fields'
import { storeSettingsSchema } from './model/store-settings'

export interface CreateStoreInput {
  /** 1 to 255 characters; need not be unique */
  name: string
  description?: string | undefined
  metadata?: Record<string, string> | undefined
  /** limits and reading limits; each has a default */
  settings?: z.input<typeof storeSettingsSchema> | undefined
}

/** The fields of a new store, with defaults; creates none. Refuses `invalid_input`. */
export function newStoreFields(input: CreateStoreInput) {
  return {
    name: parseField('name', storeNameSchema, input.name),
    description: parseField('description', storeDescriptionSchema, input.description ?? ''),
    metadata: parseField('metadata', storeMetadataSchema, input.metadata ?? {}),
    settings: parseField('settings', storeSettingsSchema, input.settings ?? {}),
  }
}

/** Creates an empty store. Refuses `invalid_input`. */
export async function createStore(db: Database, input: CreateStoreInput): Promise<MemoryStore> {
  const { name, description, metadata, settings } = newStoreFields(input)
  const now = Date.now()
  return db.write(async (tx) => {
    const row = await tx.get<StoreRow>(
      `INSERT INTO memory_stores (id, name, description, metadata, settings, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${STORE_COLUMNS}`,
      [
        newId('memstore', now),
        name,
        description,
        JSON.stringify(metadata),
        JSON.stringify(settings),
        now,
        now,
      ],
    )
    if (!row) throw new Error('an inserted store has no row')
    await tx.run(`INSERT INTO path_nodes (store_key, path) VALUES (?, '')`, [row.key])
    tx.touch(row.key)
    return storeOf(row)
  })
}
