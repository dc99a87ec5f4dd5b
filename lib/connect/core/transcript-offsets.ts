import type { Database } from '@/lib/db/database'

/** Transcripts are deleted by their program after a month; so is what is known of them. */
const TTL_MS = 60 * 86_400_000

interface Row {
  file_hash: string
  offset: number
  read_at: number
}

/** How far earlier processes read, by a hash of each transcript's path. */
export async function readOffsets(
  db: Database,
): Promise<Map<string, { offset: number; readAt: number }>> {
  const rows = await db.read.all<Row>(
    'SELECT file_hash, "offset", read_at FROM transcript_offsets WHERE read_at >= ?',
    [Date.now() - TTL_MS],
  )
  return new Map(
    rows.map(({ file_hash, offset, read_at }) => [file_hash, { offset, readAt: read_at }]),
  )
}

/** Keeps how far transcripts were read, bytes; those that are as they were cost nothing. */
export async function keepOffsets(
  db: Database,
  read: readonly { fileHash: string; offset: number }[],
): Promise<void> {
  const known = await readOffsets(db)
  const changed = read.filter(({ fileHash, offset }) => known.get(fileHash)?.offset !== offset)
  if (changed.length === 0) return
  const now = Date.now()
  await db.write(async (tx) => {
    for (const { fileHash, offset } of changed) {
      await tx.run(
        `INSERT INTO transcript_offsets (file_hash, "offset", read_at) VALUES (?, ?, ?)
         ON CONFLICT (file_hash) DO UPDATE SET "offset" = excluded."offset",
           read_at = excluded.read_at`,
        [fileHash, offset, now],
      )
    }
    await tx.run('DELETE FROM transcript_offsets WHERE read_at < ?', [now - TTL_MS])
  })
}
