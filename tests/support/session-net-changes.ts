import type { Database } from '@/lib/db/database'
import { MEMORIES_PER_QUERY, memoryChains } from '@/lib/store/contents/memory-chains'
import { byPath, kindOf, type MemoryChange, type MemoryText } from '@/lib/store/model/memory-change'
import { ownSpans } from '@/lib/store/tree/tree'
import { chosenVersions } from '@/lib/store/undo/chosen-versions'
import { type OwnChange, ownChange } from '@/lib/store/write/own-change'
import { findStore } from '@/lib/store/write/store-transaction'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'

/**
 * Computes what a session changed in a store, ordered by path: exactly its own lines, so that what
 * others wrote between two of its writes is on both sides. Memories that it left unchanged are left
 * out. Refuses `store_not_found`.
 */
export async function sessionNetChanges(
  db: Database,
  input: { storeId: string; sessionId: string; signal?: AbortSignal },
): Promise<OwnChange[]> {
  const { storeId, sessionId } = input
  const maybeYield = turns(input.signal)
  const { key: storeKey } = await findStore(db.bulk, storeId)
  const own = await chosenVersions(db.bulk, { storeKey, storeId, changes: { sessionId } })
  const isOwn = new Set(own.map(({ sequence }) => sequence))
  const spans = ownSpans(own)
  const wanted = [...spans].map(([memoryKey, { since }]) => ({ memoryKey, since }))
  const changes: OwnChange[] = []
  for (const part of chunked(wanted, MEMORIES_PER_QUERY)) {
    for (const chain of await memoryChains(db.bulk, part)) {
      const span = spans.get(chain.memory.key)
      if (!span) continue
      const change = await ownChange({ sql: db.bulk, storeKey, maybeYield }, chain, {
        ...span,
        isOwn,
      })
      if (change.redacted || kindOf(change) !== null) changes.push(change)
      await maybeYield()
    }
  }
  return changes.sort(byListedPath)
}

/** A change with redacted sides sorts by its memory's path. */
function byListedPath(one: OwnChange, other: OwnChange): number {
  return byPath(listed(one), listed(other))
}

const listed = ({ redacted, ...change }: OwnChange): MemoryChange<MemoryText> =>
  redacted === null ? change : { ...change, after: { path: redacted.path ?? '', content: '' } }
