import { may } from '@/lib/auth/may'
import { mountNamed } from '@/lib/memory-tool/mount'
import {
  countMounted,
  type MountedStore,
  mountedStore,
  mountedStores,
  mountedStoresOf,
} from '@/lib/store/stores/mounted-stores'
import { beginningOf } from './bounded-text'
import { type McpCall, McpRefusal, type SeenStore } from './mcp-call'

type Seeing = Pick<McpCall, 'db' | 'caller' | 'options' | 'pinned'>

/** Returns whether this caller is served the tools that write. */
export function mayWrite({ caller, options }: Pick<McpCall, 'caller' | 'options'>): boolean {
  return !options.isReadOnly && may(caller, 'write')
}

/**
 * The stores that a caller is served, the oldest first: all, or so many from an id on. Refuses a
 * pinned one that is not there.
 */
export async function seenStores(
  call: Seeing,
  part: { from?: string | null; limit?: number } = {},
): Promise<SeenStore[]> {
  const pinned = await pinnedStore(call)
  if (pinned) return [pinned]
  const stores = await mountedStores(call.db, call.caller.storeIds, part)
  return stores.map((store) => seenBy(call, store))
}

/** Those of these ids that a caller is served. */
export async function seenStoresOf(call: Seeing, ids: readonly string[]): Promise<SeenStore[]> {
  const pinned = await pinnedStore(call)
  if (pinned) return ids.includes(pinned.storeId) ? [pinned] : []
  const stores = await mountedStoresOf(call.db, ids, call.caller.storeIds)
  return stores.map((store) => seenBy(call, store))
}

/** The store that a client names; null: none, or several have that name. */
export async function storeCalled(call: Seeing, wanted: string): Promise<SeenStore | null> {
  const pinned = await pinnedStore(call)
  if (pinned) return mountNamed([pinned], wanted)
  const store = await mountedStore(call.db, wanted, call.caller.storeIds)
  return store && seenBy(call, store)
}

/** The store that a client names. Refuses none, and a name that several have. */
export async function storeNamed(call: Seeing, wanted: string): Promise<SeenStore> {
  const named = await storeCalled(call, wanted)
  if (named) return named
  throw noSuchStore(wanted, await namesOf(call))
}

/** The only store that the client's options name; null: they name none. */
export async function pinnedStore(call: Seeing): Promise<SeenStore | null> {
  const { db, caller, options, pinned } = call
  if (options.store === null) return null
  if (pinned) return pinned
  const store = await mountedStore(db, options.store, caller.storeIds)
  if (store) return seenBy(call, store)
  throw noSuchStore(options.store, await namesOf({ ...call, options: { ...options, store: null } }))
}

function seenBy(call: Seeing, { id, name, mount, isArchived }: MountedStore): SeenStore {
  const access = mayWrite(call) && !isArchived ? 'read_write' : 'read_only'
  return { storeId: id, name: mount, fullName: name, access }
}

const noSuchStore = (wanted: string, names: string) =>
  new McpRefusal(
    `Error: There is no memory store ${beginningOf(wanted, 100)}; the stores are ${names}`,
  )

/** Names listed at once. */
const MAX_NAMED = 100

/** The names of the stores that a caller is served, in words. */
export async function namesOf(call: Seeing): Promise<string> {
  const stores = await seenStores(call, { limit: MAX_NAMED })
  const names = stores.map(({ name }) => name)
  if (names.length < MAX_NAMED) return names.join(', ')
  const rest = (await countMounted(call.db, call.caller.storeIds)) - names.length
  return [...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

/** Counts the stores that a caller is served. */
export async function countSeenStores(call: Seeing): Promise<number> {
  return (await pinnedStore(call)) ? 1 : countMounted(call.db, call.caller.storeIds)
}
