import type { ServerNotifier } from '@modelcontextprotocol/server'
import { db } from '@/lib/db'
import { follow } from '@/lib/live/live'
import { perProcess, together } from '@/lib/per-process'
import { eventsAfter, type StoreEvent } from '@/lib/store/events'
import { resourceUri } from './resources'
import { type McpCall, storesSeen } from './seen-stores'

/** The last change of each store, by its id. */
type Places = ReadonlyMap<string, number>

/** Looks that are under way, for all listeners who were woken by the same news. */
const looking = perProcess('looks at all stores', () => new Map<number, Promise<Places>>())

/** How far every store is. */
async function readPlaces(): Promise<Places> {
  const select = { id: true, lastSequence: true }
  const rows = await db.store.findMany({ where: { deletedAt: null }, select })
  return new Map(rows.map(({ id, lastSequence }) => [id, lastSequence]))
}

/**
 * Resolves with what tells a listener of changes in the stores that it sees, from now on and until the
 * signal is aborted: of each memory under both of its addresses, and of lists of them.
 */
export async function newsFor(
  call: McpCall,
): Promise<(notify: ServerNotifier, signal: AbortSignal) => Promise<void>> {
  let before = await readPlaces()
  let seenBefore = new Set((await storesSeen(call)).map(({ storeId }) => storeId))
  return async (notify, signal) => {
    for await (const { sequence } of follow(['stores'], signal)) {
      const now = await together(looking, sequence, readPlaces)
      const seen = await storesSeen(call)
      const ids = new Set(seen.map(({ storeId }) => storeId))
      let isOfList = [...seenBefore].some((id) => !ids.has(id))
      for (const { storeId, name } of seen) {
        const last = now.get(storeId) ?? 0
        const after = seenBefore.has(storeId) ? before.get(storeId) : undefined
        if (after === undefined) isOfList = true
        if (after === undefined || last <= after) continue
        for (const event of await eventsAfter(storeId, after, last)) {
          isOfList ||= OF_LISTS.has(event.type) || (await isMoved(event))
          const { path = null } = event.version ?? {}
          if (path === null) continue
          for (const store of [name, storeId]) notify.resourceUpdated(resourceUri(store, path))
        }
      }
      if (isOfList) notify.resourcesChanged()
      before = now
      seenBefore = ids
    }
  }
}

/** After these a list of memories, or their addresses, are others. */
const OF_LISTS: ReadonlySet<StoreEvent['type']> = new Set([
  'memory.created',
  'memory.deleted',
  'memory_store.updated',
] as const)

async function isMoved({ type, version }: StoreEvent): Promise<boolean> {
  if (type !== 'memory.modified' || !version) return false
  const { storeId, memoryId, sequence, path } = version
  const where = { storeId, memoryId, untilSequence: sequence }
  const before = await db.version.findFirst({ where, select: { path: true } })
  return before?.path !== path
}
