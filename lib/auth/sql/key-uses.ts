import type { WriteSql } from '@/lib/db/sql'

/** Every key that an agent called with is noted here after some seconds. */
export async function noteLastUse(
  tx: WriteSql,
  { id, lastUsedAt }: { id: string; lastUsedAt: number },
): Promise<void> {
  await tx.run('UPDATE api_keys SET last_used_at = ? WHERE id = ?', [lastUsedAt, id])
}
