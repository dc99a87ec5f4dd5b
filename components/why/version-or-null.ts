import 'server-only'
import { database } from '@/lib/db/open-database'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { StoreError } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions/read-versions'

/** A version that work on a turn named; null: it is gone. */
export async function versionOrNull(
  { storeId, versionId }: { storeId: string; versionId: string },
  view: 'basic' | 'full' = 'basic',
): Promise<MemoryVersion | null> {
  try {
    return await getVersion(database(), { storeId, versionId, view })
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}
