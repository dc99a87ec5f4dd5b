import { MAX_SEARCHED } from '@/lib/document-tools/run-document-tool'
import type { Mount } from '@/lib/memory-tool/mount'
import { type McpCall, McpRefusal, type SeenStore } from './mcp-call'
import { namesOf, seenStores, storeCalled, storeNamed } from './seen-stores'

/**
 * The store that a call is about, with what it may do there: the named one, or the only one. Refuses
 * where it must say which, and what it may not do in its session's name.
 */
export async function storeOfCall(
  call: McpCall,
  { wanted, isWrite }: { wanted: unknown; isWrite: boolean },
): Promise<Mount> {
  const store = await chosen(call, wanted)
  const inSession = await call.accessInSession(store.storeId, isWrite)
  const { storeId, name } = store
  const access = inSession === 'read_only' ? inSession : store.access
  if (isWrite && access === 'read_only') {
    throw new McpRefusal(`Error: The memory store ${name} is read-only`)
  }
  return { storeId, name, access }
}

/** The stores that a search without a store is about: all that this call may read. */
export async function searchedStores(call: McpCall): Promise<Mount[]> {
  const stores = await seenStores(call, { limit: MAX_SEARCHED + 1 })
  const isOfAll = stores.length > 1 && stores.length <= MAX_SEARCHED
  if (!isOfAll) return [await storeOfCall(call, { wanted: undefined, isWrite: false })]
  const readable: Mount[] = []
  for (const store of stores) {
    try {
      await call.accessInSession(store.storeId, false)
      readable.push(store)
    } catch (error) {
      // Its session does not have it.
      if (!(error instanceof McpRefusal)) throw error
    }
  }
  return readable
}

async function chosen(call: McpCall, wanted: unknown): Promise<SeenStore> {
  const named = typeof wanted === 'string' ? await storeCalled(call, wanted) : null
  if (named) return named
  const [only, ...others] = await seenStores(call, { limit: 2 })
  if (!only) {
    throw new McpRefusal(
      `Error: There is no memory store yet. A person makes one at ${call.origin}/stores`,
    )
  }
  if (typeof wanted === 'string') return storeNamed(call, wanted)
  if (others.length === 0) return only
  throw new McpRefusal(`Error: Say which store; the stores are ${await namesOf(call)}`)
}
