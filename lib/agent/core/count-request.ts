import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import { quarterOf } from '../quarter-of'
import { addCosts, addToSums, type CostDelta, keysOfPlaces, newestCosts } from '../sql/memory-costs'
import type { MemoryInRequest, RequestPlace } from './memory-in-request'

export interface CountedRequest {
  sessionKey: number
  /** milliseconds since 1970 */
  now: number
  place: RequestPlace
  memory: readonly MemoryInRequest[]
}

/** Memories of one statement, which holds the loop for a millisecond or two. */
const AT_ONCE = 64

/**
 * Adds what a request held to the costs of its session, and to the sums of its stores. A path stands for
 * the memory that is there now, or was last; what is none, a directory, counts as the store. Stores that
 * are gone count nothing.
 */
export async function countRequest(tx: WriteSql, request: CountedRequest): Promise<void> {
  const maybeYield = turns()
  const { sessionKey } = request
  const quarterDay = quarterOf(request.now)
  const newest = new Map(
    (await newestCosts(tx, sessionKey)).map((row) => [keyOf(row), row.quarterDay]),
  )
  const deltas: CostDelta[] = []
  for (const held of await heldByKey(tx, request, maybeYield)) {
    const before = newest.get(keyOf(held))
    // A clock that was put back leaves the newest row the newest.
    const isNewest = before === undefined || before < quarterDay
    deltas.push({ ...held, quarterDay, sessions: isNewest ? 1 : 0 })
    if (before === undefined || !isNewest) continue
    const { storeKey, memoryKey } = held
    deltas.push({ ...NOTHING, storeKey, memoryKey, quarterDay: before, sessions: -1 })
  }
  // Sessions that end a request together change the same sums: in one order none waits for another.
  deltas.sort(inOrder)
  for (const some of chunked(deltas, AT_ONCE)) {
    await addCosts(tx, sessionKey, some)
    await maybeYield()
  }
  for (const some of chunked(deltas, AT_ONCE)) {
    await addToSums(tx, some)
    await maybeYield()
  }
}

type Held = Omit<CostDelta, 'quarterDay' | 'sessions'>

const NOTHING: Omit<Held, 'storeKey' | 'memoryKey'> = {
  freshTokens: 0,
  againTokens: 0,
  startTokens: 0,
  requests: 0,
  turns: 0,
  starts: 0,
}

/** Adds up a request by the keys of stores and memories. */
async function heldByKey(
  tx: WriteSql,
  { memory, place }: CountedRequest,
  maybeYield: () => Promise<void>,
): Promise<Held[]> {
  const found = new Map<string, Held>()
  for (const some of chunked(memory, AT_ONCE)) {
    for (const { at, storeKey, memoryKey } of await keysOfPlaces(tx, some)) {
      const held = some[at]
      if (!held) continue
      const key = keyOf({ storeKey, memoryKey })
      const sum = found.get(key) ?? {
        ...{ ...NOTHING, storeKey, memoryKey, requests: 1 },
        turns: place.beginsTurn ? 1 : 0,
        starts: place.isFirst ? 1 : 0,
      }
      found.set(key, {
        ...sum,
        freshTokens: sum.freshTokens + held.freshTokens,
        againTokens: sum.againTokens + held.againTokens,
        startTokens: sum.startTokens + (place.isInFirstTurn ? held.freshTokens : 0),
      })
    }
    await maybeYield()
  }
  return [...found.values()]
}

const keyOf = ({ storeKey, memoryKey }: Pick<CostDelta, 'storeKey' | 'memoryKey'>) =>
  `${storeKey} ${memoryKey}`

function inOrder(one: CostDelta, other: CostDelta): number {
  return (
    one.storeKey - other.storeKey ||
    one.quarterDay - other.quarterDay ||
    one.memoryKey - other.memoryKey
  )
}
