import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { findStore } from '../write/store-transaction'
import { pathsOfVersions, pathsOfSeveral } from './sql/paths'

/** Memories, or paths, asked about in one statement. */
const AT_ONCE = 200

/** Every path that these memories have had, by their ids, in no order, but redacted ones. Refuses `store_not_found`. */
export async function pathsOfMemories(
  db: Database,
  { storeId, memoryIds }: { storeId: string; memoryIds: readonly string[] },
): Promise<Map<string, string[]>> {
  const { key } = await findStore(db.read, storeId)
  const paths = new Map<string, string[]>()
  for (const some of chunked(memoryIds, AT_ONCE)) {
    for (const { memoryId, path } of await pathsOfVersions(db.read, key, some)) {
      paths.set(memoryId, [...(paths.get(memoryId) ?? []), path])
    }
  }
  return paths
}

/** Those of these paths at which different memories have stood. Refuses `store_not_found`. */
export async function pathsOfDifferent(
  db: Database,
  { storeId, paths }: { storeId: string; paths: readonly string[] },
): Promise<string[]> {
  const { key } = await findStore(db.read, storeId)
  const found: string[] = []
  for (const some of chunked(paths, AT_ONCE)) {
    found.push(...(await pathsOfSeveral(db.read, key, some)).map(({ path }) => path))
  }
  return found
}
