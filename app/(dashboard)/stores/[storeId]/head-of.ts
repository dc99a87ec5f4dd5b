import { database } from '@/lib/db/open-database'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { getVersion, listVersions } from '@/lib/store/versions/read-versions'

/** The memory's head, even if that is its deletion; null: there is no such memory. */
export async function headOf(storeId: string, memoryId: string): Promise<MemoryVersion | null> {
  const { versions } = await listVersions(database(), { storeId, memoryId, limit: 1 })
  const [newest] = versions
  if (!newest) return null
  return getVersion(database(), { storeId, versionId: newest.id, whenDamaged: 'leave out' })
}
