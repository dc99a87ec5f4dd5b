import type { Database } from '@/lib/db/database'
import { DAY_MS } from '@/lib/text/day-ms'
import { deleteOffsets, offsetsSince, putOffset } from '../sql/transcript-offsets'

/** Transcripts are deleted by their program after a month; so is what is known of them. */
const TTL_MS = 60 * DAY_MS

/** Returns how far earlier processes read, by a hash of each transcript's path. */
export async function readOffsets(
  db: Database,
): Promise<Map<string, { offset: number; readAt: number }>> {
  const rows = await offsetsSince(db.read, Date.now() - TTL_MS)
  return new Map(rows.map(({ fileHash, ...read }) => [fileHash, read]))
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
      await putOffset(tx, { fileHash, offset, readAt: now })
    }
    await deleteOffsets(tx, now - TTL_MS)
  })
}
