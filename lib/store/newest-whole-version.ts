import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import { SELECT_VERSIONS, type VersionRow, versionOf } from './core/rows'
import { findStore } from './core/store-transaction'
import { readContents } from './core/stored-content'
import type { MemoryVersion } from './model/memory-version'

/** Damage is seldom alone, and seldom reaches further. */
const VERSIONS_PER_PAGE = 16

/**
 * The newest version of a memory whose content can be read, without its content: what takes the
 * place of a damaged one. Null: there is none. Refuses `store_not_found`.
 */
export async function newestWholeVersion(
  db: Database,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<MemoryVersion | null> {
  const { key } = await findStore(db.bulk, storeId)
  const maybeYield = turns()
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await db.bulk.all<VersionRow>(
      `${SELECT_VERSIONS} WHERE m.id = ? AND v.store_key = ? AND v.sequence < ?
       ORDER BY v.sequence DESC LIMIT ?`,
      [memoryId, key, before, VERSIONS_PER_PAGE],
    )
    const sequences = rows.map(({ sequence }) => sequence)
    const contents = await readContents(db.bulk, key, sequences, maybeYield)
    const whole = rows.find(({ sequence }) => Buffer.isBuffer(contents.get(sequence)))
    if (whole) return versionOf(whole, storeId, null)
    const last = rows.at(-1)
    if (!last || rows.length < VERSIONS_PER_PAGE) return null
    before = last.sequence
  }
}
