import { database } from '@/lib/db/open-database'
import type { FoundCause } from '@/lib/replay/model/replay'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { StoreError } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions/read-versions'

/** The version in which a cause's lines are numbered, or that wrote them; null: it is gone. */
export async function versionOfCause(
  { storeId, versionId }: Pick<FoundCause, 'storeId' | 'versionId'>,
  view: 'basic' | 'full' = 'basic',
): Promise<MemoryVersion | null> {
  try {
    return await getVersion(database(), { storeId, versionId, view })
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}
