/** The key under which this browser keeps them, the last first. */
const KEPT = 'palimpsest:visits'

/** As many as the palette shows, and where one is now. */
const MAX_VISITS = 6

const PLACE = /^\/(?:sessions\/(sesn_\w+)|stores\/(memstore_\w+))/

/**
 * Returns the visit that an address is: a session, a store, or with its memory
 * (`memstore_1:/a.md`); null: none of these.
 */
export function visitOf(pathname: string, search: URLSearchParams): string | null {
  const [, sessionId, storeId] = PLACE.exec(pathname) ?? []
  if (storeId === undefined) return sessionId ?? null
  const memory = search.get('memory') ?? search.get('path')
  return memory === null ? storeId : `${storeId}:${memory}`
}

/** The visits of this browser, the last first; none where it keeps nothing. */
export function visitsNow(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Keeps a visit as the last one. */
export function noteVisit(visit: string): void {
  keep([visit, ...visitsNow().filter((each) => each !== visit)].slice(0, MAX_VISITS))
}

/** Drops visits of what is gone: its path may be what was to go. */
export function dropVisits(gone: readonly string[]): void {
  if (gone.length > 0) keep(visitsNow().filter((each) => !gone.includes(each)))
}

function keep(visits: readonly string[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(visits))
  } catch {
    // A browser that keeps nothing has no places of late.
  }
}
