import { quarterOf } from '@/lib/agent/quarter-of'
import type { Database } from '@/lib/db/database'
import { DAY_MS } from '@/lib/text/day-ms'
import { knownEffects } from './known-effects'
import { costGroups, tokensOf } from './store-cost'
import { testedStores, totalCost } from './sql/memory-costs'

/** The costliest memory of a store with tests, if no effect of it is known. */
export interface CostlyMemory {
  kind: 'costly'
  storeId: string
  memoryId: string
  path: string
  /** a session, estimated */
  tokens: number
  /** tests that passed without reading it */
  tests: number
}

const PERIOD_MS = 30 * DAY_MS

/** Fewer say nothing. */
export const MIN_SESSIONS = 5

/** Less a session is nothing to tidy. */
const MIN_TOKENS = 1_000

/** Stores that are looked at for a list. */
const MAX_STORES = 20

/**
 * Of each of these stores with tests that passed, the memory that cost its sessions most in the last 30
 * days and of which nothing is known to have come; at most `limit`, the costliest first. Looks at 20
 * stores, on a connection for long reads.
 */
export async function costlyMemories(
  db: Database,
  { storeIds, limit, now }: { storeIds: readonly string[]; limit: number; now: number },
): Promise<CostlyMemory[]> {
  const since = quarterOf(now - PERIOD_MS)
  const found: CostlyMemory[] = []
  for (const { key: storeKey, id } of await testedStores(db.read, storeIds, MAX_STORES)) {
    const effects = await knownEffects(db, id)
    const total = await totalCost(db.bulk, { storeKey, since })
    if (!total || total.sessions < MIN_SESSIONS || effects.lookedAt.tests === 0) continue
    const { idle } = await costGroups(db.bulk, { storeKey, since, limit: 1, effects })
    const [costly] = idle.memories
    if (!costly) continue
    const { memoryId, path } = costly
    const tokens = Math.round(tokensOf(costly) / total.sessions)
    if (tokens < MIN_TOKENS) continue
    found.push({
      kind: 'costly',
      storeId: id,
      ...{ memoryId, path, tokens },
      tests: effects.lookedAt.tests,
    })
  }
  return found.toSorted((one, other) => other.tokens - one.tokens).slice(0, limit)
}
