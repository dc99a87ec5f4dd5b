import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import { chunked } from '@/lib/text/chunked'
import { reviewedVersions, type ReviewedUntil } from '../undo/chosen-versions'
import { MEMORIES_PER_QUERY, memoryChains } from '../contents/memory-chains'
import { type OwnChange, ownChange } from '../write/own-change'
import { ownSpans } from '../tree/tree'
import { findStore } from '../write/store-transaction'

/** A changeset's change of a memory, with the memory's key. */
export interface ChangesetChange extends OwnChange {
  memoryKey: number
}

/**
 * Computes what a changeset did to these of its memories, in their order: exactly its own lines, so
 * that what others wrote in between is on both sides. Of a memory that it created and somebody
 * kept, or of which it took back what somebody kept, computes what it did since. Memories without a
 * version of it are left out. Refuses `store_not_found`.
 */
export async function changesetChanges(
  db: Pick<Database, 'bulk'>,
  input: {
    storeId: string
    changesetId: string
    memories: readonly ReviewedUntil[]
    signal?: AbortSignal | undefined
  },
): Promise<ChangesetChange[]> {
  const { storeId, changesetId, memories } = input
  const sql = db.bulk.until(input.signal)
  const maybeYield = turns(input.signal)
  const { key: storeKey } = await findStore(sql, storeId)
  const own = await reviewedVersions(sql, { storeKey, changesetId, memories })
  const isOwn = new Set(own.map(({ sequence }) => sequence))
  const spans = ownSpans(own)
  const wanted = memories.flatMap(({ memoryKey, until }) => {
    const span = spans.get(memoryKey)
    return span ? [{ memoryKey, since: span.since, until: until ?? span.until }] : []
  })
  const changes: ChangesetChange[] = []
  for (const part of chunked(wanted, MEMORIES_PER_QUERY)) {
    const chains = await memoryChains(sql, part)
    for (const [index, chain] of chains.entries()) {
      const { since, until } = part[index] ?? { since: 0, until: 0 }
      const change = await ownChange({ sql, storeKey, maybeYield }, chain, { since, until, isOwn })
      changes.push({ ...change, memoryKey: chain.memory.key })
      await maybeYield()
    }
  }
  return changes
}
