import 'server-only'
import { type Attribution, attributionsOf } from '@/lib/connect/attributions-of'
import { database } from '@/lib/db/open-database'
import type { MemoryVersion } from '@/lib/store/model/memory-version'

/**
 * Returns who wrote the versions that were taken in from a folder, and how sure that is, by
 * sequence.
 */
export async function readAttributions(
  versions: readonly MemoryVersion[],
): Promise<Map<number, Attribution>> {
  return attributionsOf(database(), versions)
}
