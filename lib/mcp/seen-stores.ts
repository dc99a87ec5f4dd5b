import { type Caller, may } from '@/lib/auth/access'
import { db, padded } from '@/lib/db'
import { type Mount, mountNamed } from '@/lib/memory-tool/paths'
import { perProcess } from '@/lib/per-process'
import type { Cause } from '@/lib/store/model/actor'
import type { Store } from '@/lib/store/model/model'
import { listStores } from '@/lib/store/stores'
import type { Session } from '@/lib/sessions/sessions'
import { mountNames } from '@/lib/text/mount-name'

/** What a client asked for by its address. */
export interface McpOptions {
  /** seven tools; or the one tool `memory` with its six commands */
  tools: 'documents' | 'memory'
  /** name or id of the only store that is served; null: all that the caller sees */
  store: string | null
  /** nothing may be written, whatever the key allows */
  isReadOnly: boolean
}

/** Who calls, in whose name, and for what. */
export interface McpCall {
  caller: Caller
  cause: Cause
  /** the session of this server in whose name it is; null: none */
  session: Session | null
  options: McpOptions
}

/** A store by the names that clients address it by. */
export type SeenStore = Pick<Mount, 'storeId' | 'name' | 'title'>

/** The most characters that one answer over MCP has. */
const MOST = 20_000

/** Returns whether this caller is offered what writes. */
export const mayWrite = ({ caller, options }: McpCall): boolean =>
  !options.isReadOnly && may(caller, 'write')

/** The stores that a call is served, oldest first; a newer one never takes the name of an older. */
export async function storesSeen(call: McpCall): Promise<readonly SeenStore[]> {
  const { caller, options, session } = call
  const all = await namesFor(caller)
  const own = session
    ? all.filter(({ storeId }) => session.stores.some((each) => each.storeId === storeId))
    : all
  if (options.store === null) return own
  const pinned = mountNamed(own, options.store)
  return pinned ? [pinned] : []
}

/** Names of all stores, as long as nothing of them has changed: looking is cheaper than reading them. */
const known = perProcess('names of stores', () => ({ stamp: '', stores: [] as SeenStore[] }))

async function namesFor({ storeIds }: Caller): Promise<readonly SeenStore[]> {
  if (storeIds) return named({ id: { in: padded(storeIds) } })
  const where = { deletedAt: null }
  const { _count, _max } = await db.store.aggregate({
    where,
    _count: true,
    _max: { updatedAt: true },
  })
  // Of what was changed by a clock that is behind, the newest time tells nothing.
  const stamp = `${_count} ${_max.updatedAt?.getTime()} ${Math.floor(Date.now() / 5_000)}`
  if (known.stamp !== stamp) Object.assign(known, { stores: await named({}), stamp })
  return known.stores
}

async function named(where: { id?: { in: string[] } }): Promise<SeenStore[]> {
  const rows = await db.store.findMany({
    where: { ...where, deletedAt: null },
    select: { id: true, name: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const names = mountNames(rows.map(({ name }) => name))
  return rows.map(({ id, name: title }, at) => ({ storeId: id, name: names[at] ?? '', title }))
}

/** Stores of which a call asks how they are; of more, one is to be named. */
const MOST_LOOKED_AT = 50

/** The stores of a call for its tools. `wanted`: what it says of which it is about. */
export async function mountsOfCall(call: McpCall, wanted: readonly string[]): Promise<Mount[]> {
  const seen = await storesSeen(call)
  const asked = wanted.flatMap((each) => mountNamed(seen, each) ?? [])
  const looked = (asked.length > 0 ? asked : seen).slice(0, MOST_LOOKED_AT)
  const onlyIds = looked.map(({ storeId }) => storeId)
  const { items } = await listStores({ limit: MOST_LOOKED_AT, includeArchived: true, onlyIds })
  const stores = new Map(items.map((store) => [store.id, store]))
  // Below `/memories` a path means what it means among all stores.
  const served = asked.length > 0 && call.options.tools === 'documents' ? asked : seen
  return served.map((each) => ({ ...each, ...stateOf(call, each, stores.get(each.storeId)) }))
}

function stateOf(
  call: McpCall,
  { storeId }: SeenStore,
  store: Store | undefined,
): Pick<Mount, 'isReadOnly' | 'most'> {
  const { session } = call
  const attached = session?.stores.find((each) => each.storeId === storeId)
  // Where a session asks before it writes, only its own run can wait for the answer.
  const isOnlyRead = attached?.isReadOnly === true || session?.settings.approval === 'always_ask'
  const isReadOnly = !mayWrite(call) || store?.archivedAt != null || isOnlyRead
  return { isReadOnly, most: Math.min(MOST, store?.limits.viewCharacters ?? MOST) }
}
