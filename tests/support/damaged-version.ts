import type { Database } from '@/lib/db/database'

/**
 * Flips one bit of what is stored of a version, as a disk may. What was written or read a moment ago
 * may still be known to the process.
 */
export async function flipBit(
  db: Database,
  versionId: string,
  bit: (bytes: Buffer) => number = (bytes) => bytes.length * 4,
): Promise<void> {
  await db.write(async (tx) => {
    const row = await tx.get<{ store_key: number; sequence: number; bytes: Buffer }>(
      `SELECT c.store_key, c.sequence, c.bytes FROM memory_versions v
       JOIN version_contents c ON c.store_key = v.store_key AND c.sequence = v.sequence
       WHERE v.id = ?`,
      [versionId],
    )
    if (!row) throw new Error(`${versionId} has no content`)
    const bytes = Buffer.from(row.bytes)
    const at = bit(bytes)
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7))
    await tx.run('UPDATE version_contents SET bytes = ? WHERE store_key = ? AND sequence = ?', [
      bytes,
      row.store_key,
      row.sequence,
    ])
  })
}
