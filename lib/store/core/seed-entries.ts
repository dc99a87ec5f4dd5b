import type { WriteSql } from '@/lib/db/sql'

/** The rows of a seed, as the transactions that change them name it. */
export interface SeedKeys {
  key: number
  storeKey: number
}

/** Writes down which version a seed wrote last at each path; null: it no longer has the path. */
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

/** Writes down the last moment of a history that was taken over whole. */
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
