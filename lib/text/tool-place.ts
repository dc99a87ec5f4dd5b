/** A store as a session's tools see it. */
export interface PlacedStore {
  storeId: string
  mountName: string
}

/** The target of a call: a store and a path in it; '' for the store's root. */
export interface ToolPlace {
  storeId: string
  path: string
}

const ROOT = '/memories'

/**
 * The memory or directory that a call refers to, judging by its possibly incomplete input; null
 * when it names none. For display only: what a call may do is checked when it runs.
 */
export function placeOfCall(
  name: string,
  input: Readonly<Record<string, unknown>>,
  stores: readonly PlacedStore[],
): ToolPlace | null {
  if (name === 'memory') return placeOfPath(pathIn(input), stores)
  const store = stores.length === 1 ? stores[0] : stores.find((each) => isNamed(each, input.store))
  const path = input.path ?? input.path_prefix ?? ''
  if (!store || typeof path !== 'string') return null
  return { storeId: store.storeId, path: withoutSlash(path) }
}

function pathIn(input: Readonly<Record<string, unknown>>): unknown {
  return input.command === 'rename' ? (input.new_path ?? input.old_path) : input.path
}

function placeOfPath(path: unknown, stores: readonly PlacedStore[]): ToolPlace | null {
  if (typeof path !== 'string' || !`${path}/`.startsWith(`${ROOT}/`)) return null
  const rest = withoutSlash(path.slice(ROOT.length))
  const [only, ...others] = stores
  if (only && others.length === 0) return { storeId: only.storeId, path: rest }
  const store = stores.find(({ mountName }) => `${rest}/`.startsWith(`/${mountName}/`))
  return store ? { storeId: store.storeId, path: rest.slice(store.mountName.length + 1) } : null
}

const isNamed = (store: PlacedStore, name: unknown) =>
  store.mountName === name || store.storeId === name

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)
