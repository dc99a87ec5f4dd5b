import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { exportStore } from './export-store'
import { openFile } from './open-source'
import { runSeed } from './seed-store'
import { spool } from './spool'

export interface CloneStoreInput {
  storeId: string
  /** the copy's name */
  name: string
  /** every version with its author and time, or only the current memories */
  withHistory: boolean
  cause: Cause
}

/**
 * Copies a store by exporting it and seeding a new store with the same limits; the two are
 * independent afterwards. Refuses `store_not_found`, `invalid_input`.
 */
export async function cloneStore(db: Database, input: CloneStoreInput): Promise<MemoryStore> {
  const { storeId, withHistory, cause } = input
  const original = await getStore(db, storeId)
  const copy = await createStore(db, {
    name: input.name,
    description: original.description,
    settings: original.settings,
  })
  const lines = await exportStore(db, { storeId, format: 'jsonl', withHistory })
  const spooled = await spool(lines)
  try {
    const { signal } = new AbortController()
    const source = await openFile(spooled.file, `clone of ${storeId}`, signal)
    const seed = { storeId: copy.id, source, withHistory, cause, trustsActors: true }
    await runSeed(db, seed, {
      jobId: 'clone',
      signal,
      report: () => {},
    })
  } finally {
    await spooled.discard()
  }
  return getStore(db, copy.id)
}
