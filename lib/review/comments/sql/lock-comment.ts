import type { WriteSql } from '@/lib/db/sql'

/** Locks a comment against other changes: the client locks no rows. */
export async function lockComment(tx: WriteSql, commentId: string): Promise<void> {
  await tx.get(`SELECT key FROM comments WHERE id = ? ${tx.forUpdate}`, [commentId])
}
