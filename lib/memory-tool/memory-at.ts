import type { Database } from '@/lib/db/database'
import { getMemoryAndSettings, type MemoryAndSettings } from '@/lib/store/memories/read-memories'
import type { FullMemory } from '@/lib/store/model/memory'
import { StoreError } from '@/lib/store/model/problems'

/** The memory at a path of a store as agents are served it; null if there is none. */
export async function memoryAt(
  db: Database,
  storeId: string,
  path: string,
): Promise<FullMemory | null> {
  return (await foundAt(db, storeId, path))?.memory ?? null
}

/** The same, with the settings of its store. */
export async function foundAt(
  db: Database,
  storeId: string,
  path: string,
): Promise<MemoryAndSettings | null> {
  return getMemoryAndSettings(db, { storeId, path, audience: 'agents' }).catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
    throw error
  })
}
