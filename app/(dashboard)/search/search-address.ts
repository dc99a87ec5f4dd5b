/** Memories shown per store, at first and at most. */
const FIRST = 20
const MAX = 2_000

/** `/notes/` as `/notes`; '' for the root and for anything that is not a directory. */
export function directoryOf(written: string): string {
  const bare = written.trim().replace(/\/+$/, '')
  return bare === '' || bare.startsWith('/') ? bare : `/${bare}`
}

/** Returns the number of memories of a store to show, from an address. */
export function limitOf(written: string): number {
  const limit = Number(written || FIRST)
  return Number.isSafeInteger(limit) ? Math.min(Math.max(limit, FIRST), MAX) : FIRST
}

/** Returns the address of the search with some parameters changed; null removes one. */
export function searchAddress(
  search: Record<string, string | string[] | undefined>,
  change: Record<string, string | null>,
): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...search, ...change })) {
    if (typeof value === 'string' && value !== '') address.set(name, value)
  }
  return address.size === 0 ? '/search' : `/search?${address}`
}
