import { leftOutsOfSeed } from '@/lib/store/seeding/seed-left-outs'
import type { Seed } from '@/lib/store/seeding/seeds'
import type { SeedEntry } from './seed-report'
import { isUncommitted, type Seeding } from './seeding'

/**
 * The results of a history's earlier runs that still hold after one that read only its new part.
 */
export interface EarlierRuns {
  /** paths that they took or left out, and this one did not touch */
  standing: SeedEntry[]
  /** paths of which nothing is left out any more, besides those with an entry of this run */
  ended: string[]
}

export async function earlierRuns(
  { db, bases, entries, surplus, ended }: Seeding,
  seed: Seed,
  signal: AbortSignal,
): Promise<EarlierRuns> {
  const earlier: EarlierRuns = { standing: [], ended: [] }
  const leftOut = new Set<string>()
  for (const { path, kind, reason } of await leftOutsOfSeed(db, seed.key, signal)) {
    if (entries.has(path) || surplus.has(path)) continue
    if (kind === 'skip' && (ended.has(path) || isUncommitted(reason))) earlier.ended.push(path)
    else {
      leftOut.add(path)
      earlier.standing.push({ path, action: kind, reason })
    }
  }
  for (const [path, { isCurrent }] of bases) {
    if (entries.has(path) || leftOut.has(path)) continue
    earlier.standing.push({ path, action: isCurrent ? 'unchanged' : 'keep', reason: null })
  }
  return earlier
}
