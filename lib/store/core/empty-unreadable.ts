import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import type { Cause } from '../model/actor'
import { emptyVersions } from './empty-versions'
import { SELECT_VERSIONS, type VersionRow } from './rows'
import { changeStore } from './store-transaction'
import { isDamaged } from './stored-content'

/** Versions emptied per transaction: others wait for its commit. */
const VERSIONS_PER_TRANSACTION = 16

/**
 * Empties those of a store's versions that are damaged still and no live memory's head; returns
 * their ids.
 */
export async function emptyUnreadable(
  db: Database,
  { storeId, versionIds, cause }: { storeId: string; versionIds: readonly string[]; cause: Cause },
): Promise<string[]> {
  const emptied: string[] = []
  for (const ids of chunked(versionIds, VERSIONS_PER_TRANSACTION)) {
    const some = await changeStore(
      db,
      storeId,
      cause,
      async (transaction) => {
        const { sql, storeKey } = transaction
        const rows = await sql.all<VersionRow>(
          `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.id IN (?${', ?'.repeat(ids.length - 1)})
             AND v.redacted_at IS NULL AND NOT (m.path IS NOT NULL AND m.head_sequence = v.sequence)
           ORDER BY v.sequence`,
          [storeKey, ...ids],
        )
        const damaged: VersionRow[] = []
        for (const row of rows) {
          if (await isDamaged(sql, storeKey, row.sequence)) damaged.push(row)
        }
        if (damaged.length > 0) await emptyVersions(transaction, damaged)
        return damaged.map(({ id }) => id)
      },
      { whenArchived: 'allow' },
    )
    emptied.push(...some)
  }
  return emptied
}
