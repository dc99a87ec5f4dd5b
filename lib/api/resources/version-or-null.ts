import type { Database } from '@/lib/db/database'
import { StoreError } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions/read-versions'

/** A version without its content; null: it or its store is gone. */
export async function versionOrNull(db: Database, storeId: string, versionId: string) {
  try {
    return await getVersion(db, { storeId, versionId, view: 'basic' })
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}
