/** The address of a memory for clients: `memory://notes/plans/release.md`. */
export function resourceUri(store: string, path: string): string {
  return `memory://${store}${path.split('/').map(encodeURIComponent).join('/')}`
}

/** The address of memories as a template (RFC 6570). */
export const RESOURCE_TEMPLATE = 'memory://{store}/{+path}'

/** The store and the path that an address names; null: it is no address of a memory. */
export function memoryOfUri(uri: string): { store: string; path: string } | null {
  const [, store, rest] = /^memory:\/\/([^/?#]+)(\/[^?#]+)$/.exec(uri) ?? []
  if (store === undefined || rest === undefined) return null
  try {
    return { store: decodeURIComponent(store), path: decodeURIComponent(rest) }
  } catch {
    return null
  }
}
