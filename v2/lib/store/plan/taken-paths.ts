import { type Reader, turn } from '@/lib/db'
import { ancestorPaths } from '@/lib/text/memory-path'

/** Where a memory is to be that is elsewhere now, or nowhere. */
export interface Claim {
  path: string
  /** null: a new memory */
  memoryId: string | null
}

/** A live memory at, above or below a path; of those that are only claimed the id may be ''. */
export interface InTheWay {
  path: string
  id: string
}

const PATHS_A_STATEMENT = 2_000

/**
 * The claims that cannot stand, each with what is in its way: a memory that is not about to leave, or an
 * earlier claim. `leaving`: ids of memories whose present paths are given up; those that stay in place
 * claim nothing.
 */
export async function claimsInTheWay<C extends Claim>(
  reader: Reader,
  storeId: string,
  claims: readonly C[],
  leaving: ReadonlySet<string>,
): Promise<Map<C, InTheWay>> {
  const blocked = new Map<C, InTheWay>()
  if (claims.length === 0) return blocked
  const taken = new TakenPaths()
  for await (const rows of livePaths(reader, storeId)) {
    for (const { path, id } of rows) if (!leaving.has(id)) taken.add({ path, id })
  }
  for (const claim of claims) {
    const inTheWay = taken.overlapping(claim.path)
    if (inTheWay) blocked.set(claim, inTheWay)
    else taken.add({ path: claim.path, id: claim.memoryId ?? '' })
  }
  return blocked
}

/** Paths of which none is a folder of another one. */
class TakenPaths {
  private readonly at = new Map<string, InTheWay>()
  private readonly below = new Map<string, InTheWay>()

  add(taken: InTheWay): void {
    this.at.set(taken.path, taken)
    for (const ancestor of ancestorPaths(taken.path)) this.below.set(ancestor, taken)
  }

  overlapping(path: string): InTheWay | undefined {
    const above = ancestorPaths(path).find((ancestor) => this.at.has(ancestor))
    return this.at.get(path) ?? this.below.get(path) ?? (above ? this.at.get(above) : undefined)
  }
}

async function* livePaths(reader: Reader, storeId: string): AsyncGenerator<InTheWay[]> {
  for (let after = ''; ;) {
    const rows = await reader.memory.findMany({
      where: { storeId, path: { gt: after } },
      orderBy: { path: 'asc' },
      take: PATHS_A_STATEMENT,
      select: { id: true, path: true },
    })
    yield rows.flatMap(({ id, path }) => (path === null ? [] : [{ id, path }]))
    const last = rows.at(-1)?.path
    if (rows.length < PATHS_A_STATEMENT || last == null) return
    after = last
    await turn()
  }
}
