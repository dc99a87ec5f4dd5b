import type { Reader } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { ancestorPaths } from '@/lib/text/memory-path'
import type { HeadChange } from '../write/head'
import { overlapping } from '../write/paths'

/** What becomes of a memory's place. */
type Placed = Pick<HeadChange, 'memory'> & { to: { path: string } | null }

/** Where a memory is to be. */
interface Claim<P> {
  path: string
  /** where it is now; null: nowhere */
  from: string | null
  /** null: a new memory */
  memoryId: string | null
  of: P
}

/** A memory at, above or below a path. One that only claims its place may have no id yet. */
export interface InTheWay {
  path: string
  memoryId: string | null
}

/**
 * Of what is to become of memories at once, what cannot, with what is in its way: a memory that is not about
 * to leave, an earlier one that claims the place, or a memory that has to stay since its own claim cannot stand.
 */
export async function inTheWayOf<P extends Placed>(
  reader: Reader,
  storeId: string,
  all: readonly P[],
): Promise<Map<P, InTheWay>> {
  const blocked = new Map<P, InTheWay>()
  const leaving = new Set<string>()
  const claims: Claim<P>[] = []
  for (const of of all) {
    const from = of.memory?.path ?? null
    const to = of.to?.path ?? null
    if (from === to) continue
    if (of.memory && from !== null) leaving.add(of.memory.id)
    if (to !== null) claims.push({ path: to, from, memoryId: of.memory?.id ?? null, of })
  }
  if (claims.length === 0) return blocked
  const standing = new Paths<InTheWay>()
  const paths = claims.map(({ path }) => path)
  const near = await rowsOf(
    paths,
    (some) =>
      reader.memory.findMany({
        where: { OR: overlapping(storeId, some) },
        select: { id: true, path: true },
      }),
    { size: CLAIMS_A_STATEMENT },
  )
  for (const { id, path } of near) {
    if (path !== null && !leaving.has(id)) standing.add(path, { memoryId: id, path })
  }
  const claimed = new Paths<Claim<P>>()
  const block = (first: Claim<P>, inTheWay: InTheWay) => {
    const waiting: [Claim<P>, InTheWay][] = [[first, inTheWay]]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [claim, by] = next
      if (blocked.has(claim.of)) continue
      blocked.set(claim.of, by)
      claimed.remove(claim.path, claim)
      const { from, memoryId } = claim
      if (from === null) continue
      const stays = { path: from, memoryId }
      standing.add(from, stays)
      for (const other of claimed.overlapping(from)) waiting.push([other, stays])
    }
  }
  for (const claim of claims) {
    const [inTheWay] = [...standing.overlapping(claim.path), ...claimed.overlapping(claim.path)]
    if (inTheWay) block(claim, inTheWay)
    else claimed.add(claim.path, claim)
  }
  return blocked
}

/** Things at paths, found by what overlaps them. */
class Paths<T> {
  private readonly at = new Map<string, Set<T>>()
  private readonly below = new Map<string, Set<T>>()

  add(path: string, item: T): void {
    put(this.at, path, item)
    for (const ancestor of ancestorPaths(path)) put(this.below, ancestor, item)
  }

  remove(path: string, item: T): void {
    this.at.get(path)?.delete(item)
    for (const ancestor of ancestorPaths(path)) this.below.get(ancestor)?.delete(item)
  }

  /** What lies at a path, below it, or at one above it. */
  overlapping(path: string): T[] {
    const above = ancestorPaths(path).flatMap((ancestor) => [...(this.at.get(ancestor) ?? [])])
    return [...(this.at.get(path) ?? []), ...(this.below.get(path) ?? []), ...above]
  }
}

function put<T>(map: Map<string, Set<T>>, key: string, item: T): void {
  const items = map.get(key)
  if (items) items.add(item)
  else map.set(key, new Set([item]))
}

const CLAIMS_A_STATEMENT = 50
