import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import { stretchesOf } from '../contents/chains'
import { readContents } from '../contents/stored-content'
import type { MemoryVersion } from '../model/memory-version'
import { keysOfStores } from '../stores/sql/stores'
import { versionOf } from './version-of'
import { findStore } from '../write/store-transaction'
import { memoryKeysAfter, versionsOfMemoryBefore } from './sql/histories'

/** A version whose stored content is not what was written. */
export interface DamagedVersion {
  storeId: string
  memoryId: string
  versionId: string
  /** whether it is what a live memory holds */
  isHead: boolean
}

const MEMORIES_PER_PAGE = 500

/**
 * Reads every version of every store and yields the damaged ones: some hundred megabytes of content
 * a minute, page by page, on a connection for long reads, and giving way.
 */
export async function* damagedVersions(
  db: Pick<Database, 'bulk'>,
  signal?: AbortSignal,
): AsyncGenerator<DamagedVersion> {
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  for (const { key: storeKey, id: storeId } of await keysOfStores(sql)) {
    for (let after = 0; ;) {
      const page = { storeKey, after, limit: MEMORIES_PER_PAGE }
      const rows = await memoryKeysAfter(sql, page)
      const keys = rows.map(({ key }) => key)
      for await (const { memory, versions } of stretchesOf(sql, storeKey, keys)) {
        for (const { id: versionId, sequence, isDamaged } of versions) {
          const isHead = memory.path !== null && memory.headSequence === sequence
          if (isDamaged) yield { storeId, memoryId: memory.id, versionId, isHead }
        }
        await maybeYield()
      }
      const last = keys.at(-1)
      if (last === undefined || keys.length < MEMORIES_PER_PAGE) break
      after = last
    }
  }
}

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
    const page = { storeKey: key, memoryId, before, limit: VERSIONS_PER_PAGE }
    const rows = await versionsOfMemoryBefore(db.bulk, page)
    const sequences = rows.map(({ sequence }) => sequence)
    const contents = await readContents(db.bulk, key, sequences, maybeYield)
    const whole = rows.find(({ sequence }) => Buffer.isBuffer(contents.get(sequence)))
    if (whole) return versionOf(whole, storeId, null)
    const last = rows.at(-1)
    if (!last || rows.length < VERSIONS_PER_PAGE) return null
    before = last.sequence
  }
}
