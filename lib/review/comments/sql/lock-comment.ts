import type { WriteSql } from '@/lib/db/sql'

/** Has others who change this comment wait: the client locks no rows. */
export async function lockComment(tx: WriteSql, commentId: string): Promise<void> {
  await tx.get(`SELECT key FROM comments WHERE id = ? ${tx.forUpdate}`, [commentId])
}
