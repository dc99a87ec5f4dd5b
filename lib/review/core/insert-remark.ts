import type { WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'

/** Adds a text to a comment: its own, or a reply. */
export async function insertRemark(
  tx: WriteSql,
  remark: { commentKey: number; storeKey: number; text: string; by: Actor; now: number },
): Promise<void> {
  const { commentKey, storeKey, text, by, now } = remark
  await tx.run(
    `INSERT INTO comment_remarks (id, comment_key, store_key, text, actor_type, actor_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [newId('remark', now), commentKey, storeKey, text, by.type, by.id, now],
  )
}
