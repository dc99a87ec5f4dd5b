import type { WriteSql } from '@/lib/db/sql'

/** The keys by which transactions update a seed's rows. */
export interface SeedKeys {
  key: number
  storeKey: number
}

/** Stores which version a seed last wrote at each path; null: it no longer has the path. */
export async function writeSeedEntries(
  tx: WriteSql,
  seed: SeedKeys,
  entries: ReadonlyMap<string, number | null>,
): Promise<void> {
  for (const [path, sequence] of entries) {
    if (sequence === null) {
      await tx.run(
        `DELETE FROM seed_entries WHERE seed_key = ? AND node_key =
           (SELECT key FROM path_nodes WHERE store_key = ? AND path = ?)`,
        [seed.key, seed.storeKey, path],
      )
      continue
    }
    await tx.run(
      `INSERT INTO seed_entries (seed_key, node_key, sequence)
       SELECT CAST(? AS INTEGER), key, CAST(? AS BIGINT) FROM path_nodes
       WHERE store_key = ? AND path = ?
       ON CONFLICT (seed_key, node_key) DO UPDATE SET sequence = excluded.sequence`,
      [seed.key, sequence, seed.storeKey, path],
    )
  }
}

/** Stores the last fully imported moment of a history. */
export async function writeSeedReference(
  tx: WriteSql,
  seed: SeedKeys,
  reference: string,
): Promise<void> {
  await tx.run('UPDATE seeds SET reference = ?, updated_at = ? WHERE key = ?', [
    reference,
    Date.now(),
    seed.key,
  ])
}
