import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { chosenVersions } from './core/chosen-versions'
import { changeStore } from './core/store-transaction'
import type { Cause } from './model/actor'
import { quarantineWithin } from './core/quarantine-within'

export interface QuarantineVersionsInput {
  storeId: string
  versionIds: readonly string[]
  /** for people */
  reason?: string | undefined
  cause: Cause
}

const KEYS_PER_QUERY = 500

/**
 * Puts the memories of these versions in quarantine, each from the earliest of its versions on, in
 * one transaction. Returns how many memories. Refuses `store_not_found`, `version_not_found`.
 */
export async function quarantineVersions(
  db: Database,
  { storeId, versionIds, reason = '', cause }: QuarantineVersionsInput,
): Promise<number> {
  return changeStore(
    db,
    storeId,
    cause,
    async (transaction) => {
      const { sql, storeKey } = transaction
      const changes = { versionIds }
      const chosen = await chosenVersions(sql, { storeKey, storeId, changes })
      const earliest = new Map<number, number>()
      for (const { memory_key: key, sequence } of chosen) {
        earliest.set(key, Math.min(earliest.get(key) ?? sequence, sequence))
      }
      for (const keys of chunked([...earliest.keys()], KEYS_PER_QUERY)) {
        const memories = await sql.all<{ key: number; id: string }>(
          `SELECT key, id FROM memories WHERE key IN (?${', ?'.repeat(keys.length - 1)}) ORDER BY key`,
          keys,
        )
        for (const memory of memories) {
          const from = earliest.get(memory.key) ?? 0
          await quarantineWithin(transaction, { memory, from, reason })
        }
      }
      return earliest.size
    },
    { whenArchived: 'allow' },
  )
}
