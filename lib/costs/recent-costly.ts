import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { type CostlyMemory, costlyMemories } from './costly-memories'
import { pathsOf } from './sql/memory-costs'

const KEPT_MS = 5 * 60_000

/** Lists of stores, as of several pages and orders of them. */
const MAX_LISTS = 20

interface Kept {
  at: number
  found: Promise<CostlyMemory[]>
}

const keptOf = perProcess('costly memories', () => new WeakMap<Database, Map<string, Kept>>())

/**
 * `costlyMemories` for a list that says them beside other things: as this process found them within
 * the last 5 minutes, without those deleted since, and by their paths now. Whoever asks meanwhile
 * shares one look. Never rejects: of a look that failed, nothing is said, and the next one is new.
 */
export async function recentCostlyMemories(
  db: Database,
  input: { storeIds: readonly string[]; limit: number; now: number },
): Promise<CostlyMemory[]> {
  try {
    const found = await kept(db, input)
    if (found.length === 0) return []
    const ids = found.map(({ memoryId }) => memoryId)
    const paths = new Map((await pathsOf(db.read, ids)).map(({ id, path }) => [id, path]))
    return found.flatMap((costly) => {
      const path = paths.get(costly.memoryId)
      return path === undefined ? [] : [{ ...costly, path }]
    })
  } catch (error) {
    log.warn('the costliest memories of stores were not found', causeOf(error))
    return []
  }
}

function kept(
  db: Database,
  input: { storeIds: readonly string[]; limit: number; now: number },
): Promise<CostlyMemory[]> {
  const all = keptOf.get(db) ?? new Map<string, Kept>()
  keptOf.set(db, all)
  const list = [...input.storeIds].sort().join(' ')
  const known = all.get(list)
  if (known && input.now - known.at < KEPT_MS) return known.found
  const looked: Kept = { at: input.now, found: costlyMemories(db, input) }
  all.delete(list)
  all.set(list, looked)
  looked.found.catch(() => {
    if (all.get(list) === looked) all.delete(list)
  })
  for (const oldest of [...all.keys()].slice(0, -MAX_LISTS)) all.delete(oldest)
  return looked.found
}
