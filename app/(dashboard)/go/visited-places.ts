import type { Place, Places } from '@/components/palette/places'
import { getSession } from '@/lib/agent/get-session'
import { listSessions } from '@/lib/agent/list-sessions'
import { SessionError } from '@/lib/agent/problems'
import type { Session } from '@/lib/agent/session'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import type { Database } from '@/lib/db/database'
import { getMemory } from '@/lib/store/memories/read-memories'
import { StoreError } from '@/lib/store/model/problems'
import { findStores, getStore } from '@/lib/store/stores/read-stores'

const SHOWN = 5

/** A store, a session, or a memory by its store and its id or path: `memstore_1`, `memstore_1:/a`. */
const VISIT = /^(?:(sesn_\w+)|(memstore_\w+)(?::(?:(mem_\w+)|(\/.*)))?)$/s

/**
 * Lists the places that a person visited lately, without those that are gone, in the order of the
 * visits; then, up to a few, the stores that changed last and the newest sessions.
 */
export async function visitedPlaces(db: Database, visits: readonly string[]): Promise<Places> {
  const asked = visits.slice(0, SHOWN)
  const visited = await Promise.all(asked.map((visit) => placeOf(db, visit)))
  const places = visited.filter((place) => place !== null)
  const gone = asked.filter((_, index) => visited[index] === null)
  const { stores } = await findStores(db, { text: '', limit: SHOWN })
  const { sessions } = await listSessions(db, { limit: SHOWN })
  const newest: Place[] = [
    ...stores.slice(0, 3).map((store) => ({ kind: 'store' as const, ...store })),
    ...sessions.map(sessionPlace),
  ]
  const isVisited = ({ id }: Place) => places.some((place) => place.id === id)
  const others = newest.filter((place) => !isVisited(place))
  return { places: [...places, ...others].slice(0, SHOWN), isWhole: true, gone }
}

export function sessionPlace({ id, title, settings }: Session): Place {
  return {
    kind: 'session',
    id,
    title,
    agentId: settings.model,
    model: settings.model === PRACTICE_MODEL ? null : settings.model,
  }
}

/** Null: there is nothing, or nothing any more. */
async function placeOf(db: Database, visit: string): Promise<Place | null> {
  const [, sessionId, storeId = '', memoryId, path] = VISIT.exec(visit) ?? []
  try {
    if (sessionId !== undefined) return sessionPlace(await getSession(db, sessionId))
    if (storeId === '') return null
    const { name, memoryCount } = await getStore(db, storeId)
    if (memoryId === undefined && path === undefined) {
      return { kind: 'store', id: storeId, name, memoryCount }
    }
    const found = await getMemory(db, { storeId, memoryId, path, view: 'basic' })
    return {
      kind: 'memory',
      id: found.id,
      path: found.path,
      storeId,
      storeName: name,
      excerpt: null,
    }
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function isGone(error: unknown): boolean {
  if (!(error instanceof StoreError || error instanceof SessionError)) return false
  return error.problem.kind.endsWith('_not_found')
}
