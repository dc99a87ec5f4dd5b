import { baseName } from '@/lib/text/memory-path'
import type { StoreTransaction } from '../write/store-transaction'
import { countBetween, memoryAtPath, setNode } from './sql/tree'
import { rangeBelow } from './subtree'
import { recallSpans, rememberedNode } from './tree'

/** Makes the node of a path what the store's memories say of it: of a memory, or of a directory. */
export async function mendNode(transaction: StoreTransaction, path: string): Promise<void> {
  const { sql, storeKey } = transaction
  const memory = await memoryAtPath(sql, storeKey, path)
  const below = await countBetween(sql, { storeKey, ...rangeBelow(path) })
  const { memories = 0, bytes = 0 } = below ?? {}
  const entry = memory ? baseName(path) : memories > 0 ? `${baseName(path)}/` : null
  await setNode(sql, {
    key: await rememberedNode(transaction, path),
    entry,
    memoryKey: memory?.key ?? null,
    memoryCount: memories,
    byteSize: bytes,
  })
  await recallSpans(transaction, [path])
}
