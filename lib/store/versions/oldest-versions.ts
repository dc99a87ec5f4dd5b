import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import { findStore } from '../write/store-transaction'
import { isQuarantined, quarantinedFor } from '../quarantine/quarantined'
import type { VersionRow } from './sql/version-rows'
import { versionOf } from './version-of'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { readContents, storedText } from '../contents/stored-content'
import type { Audience } from '../model/audience'
import type { MemoryVersion } from '../model/memory-version'
import { oldestAfter } from './sql/histories'

export interface OldestVersionsOptions {
  /** only the versions of this memory */
  memoryId?: string | undefined
  /** to agents, versions in quarantine look redacted; people if left out */
  audience?: Audience | undefined
  signal?: AbortSignal | undefined
}

/**
 * Every version of a store with its content, oldest first, read as it is consumed and without
 * making others wait; what is damaged says so and has none. Aborts with the signal's reason.
 * Refuses `store_not_found`, also midway.
 */
export async function* oldestVersions(
  db: Database,
  storeId: string,
  { memoryId, audience, signal }: OldestVersionsOptions = {},
): AsyncGenerator<MemoryVersion> {
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  for (let after = 0; ;) {
    const store = await findStore(sql, storeId)
    const { key } = store
    const quarantined = await quarantinedFor(sql, store, audience, { memoryId })
    const page = { storeKey: key, memoryId, after, limit: CONTENTS_PER_PAGE }
    const rows = await oldestAfter(sql, page)
    const sequences = rows.map(({ sequence }) => sequence)
    const contents = await readContents(sql, key, sequences, maybeYield)
    for (const row of rows) {
      if (isQuarantined(quarantined, row)) yield versionOf(heldBack(row), storeId, null)
      else yield versionOf(row, storeId, storedText(contents.get(row.sequence)))
      await maybeYield()
    }
    const last = rows.at(-1)
    if (!last || rows.length < CONTENTS_PER_PAGE) return
    after = last.sequence
  }
}

function heldBack(row: VersionRow): VersionRow {
  return { ...row, operation: 'modified', path: null, sha256: null, size: null }
}
