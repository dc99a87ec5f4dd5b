import { baseName } from '@/lib/text/memory-path'
import type { StoreTransaction } from '../write/store-transaction'
import { rangeBelow } from './subtree'
import { recallSpans, rememberedNode } from './tree'

/** Makes the node of a path what the store's memories say of it: of a memory, or of a directory. */
export async function mendNode(transaction: StoreTransaction, path: string): Promise<void> {
  const { sql, storeKey } = transaction
  const memory = await sql.get<{ key: number }>(
    'SELECT key FROM memories WHERE store_key = ? AND path = ?',
    [storeKey, path],
  )
  const { from, to } = rangeBelow(path)
  const below = await sql.get<{ memories: number; bytes: number }>(
    `SELECT count(*) AS memories, CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes FROM memories
     WHERE store_key = ? AND path > ? AND path < ?`,
    [storeKey, from, to],
  )
  const { memories = 0, bytes = 0 } = below ?? {}
  const entry = memory ? baseName(path) : memories > 0 ? `${baseName(path)}/` : null
  await sql.run(
    'UPDATE path_nodes SET entry = ?, memory_key = ?, memory_count = ?, byte_size = ? WHERE key = ?',
    [entry, memory?.key ?? null, memories, bytes, await rememberedNode(transaction, path)],
  )
  await recallSpans(transaction, [path])
}
