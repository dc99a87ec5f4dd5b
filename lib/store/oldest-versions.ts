import type { Database } from '@/lib/db/database'
import { findStore } from './core/ledger'
import { SELECT_VERSIONS, type VersionRow, versionOf } from './core/rows'
import { readText } from './core/stored-content'
import type { MemoryVersion } from './memory-version'

const PAGE = 50

/** Every version of a store with its content, oldest first, read as it is taken. Refuses `store_not_found`. */
export async function* oldestVersions(
  db: Database,
  storeId: string,
): AsyncGenerator<MemoryVersion> {
  const store = await findStore(db.read, storeId)
  for (let after = 0; ;) {
    const rows = await db.read.all<VersionRow>(
      `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence > ? ORDER BY v.sequence LIMIT ?`,
      [store.key, after, PAGE],
    )
    for (const row of rows) {
      yield versionOf(row, storeId, await readText(db.read, store.key, row.sequence))
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.sequence
  }
}
