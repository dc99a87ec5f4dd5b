import { may } from '@/lib/auth/may'
import { type Mount, mountNamed } from '@/lib/memory-tool/mount'
import { listStoreNames } from '@/lib/store/stores/store-names'
import { mountNames } from '@/lib/text/mount-name'
import { beginningOf } from './bounded-text'
import { type McpCall, McpRefusal } from './mcp-call'

/** A store as clients address it: by its short name, its name, or its id. */
export interface SeenStore extends Mount {
  fullName: string
}

/** Returns whether this caller is served the tools that write. */
export function mayWrite({ caller, options }: Pick<McpCall, 'caller' | 'options'>): boolean {
  return !options.isReadOnly && may(caller, 'write')
}

/** The stores that a caller is served, the oldest first. Refuses a pinned one that is not there. */
export async function seenStores(
  call: Pick<McpCall, 'db' | 'caller' | 'options'>,
): Promise<SeenStore[]> {
  const stores = await listStoreNames(call.db, { onlyIds: call.caller.storeIds })
  const names = mountNames(stores.map(({ name }) => name))
  const writes = mayWrite(call)
  const seen = stores.map(({ id, name, isArchived }, at): SeenStore => ({
    storeId: id,
    name: names[at] ?? id,
    fullName: name,
    access: writes && !isArchived ? 'read_write' : 'read_only',
  }))
  return call.options.store === null ? seen : [storeNamed(seen, call.options.store)]
}

/** The store that a client names. Refuses none, and a name that several have. */
export function storeNamed(stores: readonly SeenStore[], wanted: string): SeenStore {
  const named = mountNamed(stores, wanted)
  if (named) return named
  throw new McpRefusal(
    `Error: There is no memory store ${beginningOf(wanted, 100)}; the stores are ${namesOf(stores)}`,
  )
}

/** Names listed at once. */
const MAX_NAMED = 100

/** The names of stores, in words. */
export function namesOf(stores: readonly SeenStore[]): string {
  const names = stores.slice(0, MAX_NAMED).map(({ name }) => name)
  const rest = stores.length - names.length
  return [...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}
