import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import { chunked } from '@/lib/text/chunked'
import { reviewedVersions, type ReviewedUntil } from '../undo/chosen-versions'
import { type MemoryChain, MEMORIES_PER_QUERY, memoryChains } from '../contents/memory-chains'
import { type OwnChange, ownChanges, type OwnVersions } from '../write/own-change'
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
    const all = chains.map((chain, index): OwnVersions => {
      const { since, until } = part[index] ?? { since: 0, until: 0 }
      return { chain, own: { since, until, isOwn } }
    })
    for (const some of togetherRead(all)) {
      const own = await ownChanges({ sql, storeKey, maybeYield }, some)
      for (const [index, change] of own.entries()) {
        const memoryKey = some[index]?.chain.memory.key
        if (memoryKey !== undefined) changes.push({ ...change, memoryKey })
      }
    }
  }
  return changes
}

/** The contents of memories that are read together, about; bytes. */
const MAX_READ_BYTES = 4_000_000

/** Groups memories whose contents are read together: a query for each would cost more than they do. */
function togetherRead(all: readonly OwnVersions[]): OwnVersions[][] {
  const groups: OwnVersions[][] = []
  let bytes = Infinity
  for (const each of all) {
    const size = sizeOf(each.chain)
    if (bytes + size > MAX_READ_BYTES) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push(each)
    bytes += size
  }
  return groups
}

const sizeOf = ({ versions }: MemoryChain) =>
  versions.reduce((sum, { size }) => sum + (size ?? 0), 0)
