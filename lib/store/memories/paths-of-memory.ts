import type { Database } from '@/lib/db/database'
import { findStore } from '../write/store-transaction'
import { pathsOfVersions } from './sql/paths'

/** Every path that a memory has had, in no order, but redacted ones. Refuses `store_not_found`. */
export async function pathsOfMemory(
  db: Database,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<string[]> {
  const { key } = await findStore(db.read, storeId)
  return (await pathsOfVersions(db.read, key, memoryId)).map(({ path }) => path)
}
