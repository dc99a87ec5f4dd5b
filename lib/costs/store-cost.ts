import { quarterOf } from '@/lib/agent/quarter-of'
import { estimatedTokensOf } from '@/lib/context/estimate-tokens'
import type { Database } from '@/lib/db/database'
import { migratedAt } from '@/lib/db/migrated-at'
import type { BulkSql } from '@/lib/db/sql'
import { flushReadsToShow } from '@/lib/store/reads/reads'
import { chunked } from '@/lib/text/chunked'
import { DAY_MS } from '@/lib/text/day-ms'
import { type KnownEffect, type KnownEffects, knownEffects, NO_EFFECT } from './known-effects'
import {
  costliest,
  type CostRow,
  costsOf,
  countObserved,
  firstCounted,
  readByObserved,
  storeById,
  totalCost,
} from './sql/memory-costs'

/** A memory's cost in a period, in estimated tokens of all sessions together. */
export interface MemoryCost {
  memoryId: string
  path: string
  /** that no request of a session held before */
  freshTokens: number
  /** that an earlier request of the session held: a model’s cache is likely to have them */
  againTokens: number
  /** in so many sessions it stood in a request */
  sessions: number
  /** in so many; null: not known */
  requests: number | null
  effect: KnownEffect
}

/** Some memories, and what all of their kind cost. */
export interface CostGroup {
  /** the costliest */
  memories: MemoryCost[]
  count: number
  tokens: number
}

/** The memories that sessions of other programs read; their requests are not known. */
export interface ObservedCost extends CostGroup {
  sessions: number
}

/** The cost of a store's memory to the sessions of a period, in estimated tokens. */
export interface StoreCost {
  /** the beginning of the period: of the quarter of a day (by UTC) that was asked for; ms since 1970 */
  since: number
  /** that made a request while they had the store */
  sessions: number
  freshTokens: number
  againTokens: number
  /** what lists and searches of the store held, whichever memory they named */
  listedTokens: number
  /** fresh tokens of a session's first turn, on average; null: none began */
  ofStart: number | null
  /** of a turn, on average; null: none began */
  ofTurn: number | null
  /** of a day, on average of the days since the first of the period in which anything was counted */
  ofDay: number
  /** when counting began in this installation, if within the period; ms since 1970 */
  countedSince: number | null
  /** memories of which nothing is known to have come */
  idle: CostGroup
  /** memories of which something is */
  used: CostGroup
  observed: ObservedCost
  /** where an effect was looked for */
  lookedAt: KnownEffect
}

export interface StoreCostInput {
  storeId: string
  /** milliseconds since 1970 */
  since: number
  now: number
  /** memories shown of each group */
  limit: number
  /** for a caller that leaves: aborts the queries with the signal's reason */
  signal?: AbortSignal | undefined
}

/** The migration with which counting began. */
const COUNTING = 'memory_costs'

/** Memories asked about in one statement. */
const AT_ONCE = 500

/**
 * Returns what a store's memory cost in a period, and what is known to have come of it; null: no such store.
 * Costs the kept sums of the period, one a memory and quarter of a day, on a connection for long reads.
 */
export async function storeCost(db: Database, input: StoreCostInput): Promise<StoreCost | null> {
  const sql = db.bulk.until(input.signal)
  const store = await storeById(sql, input.storeId)
  if (!store) return null
  const since = quarterOf(input.since)
  const asked = { storeKey: store.key, since }
  const [effects, total, first, began] = await Promise.all([
    knownEffects(db, input.storeId),
    totalCost(sql, asked),
    firstCounted(sql, store.key),
    migratedAt(db, COUNTING),
  ])
  if (!total) return null
  const { idle, used } = await costGroups(sql, { ...asked, limit: input.limit, effects })
  const tokens = total.freshTokens + total.againTokens
  const days = Math.max(1, (input.now - Math.max(first ?? 0, since)) / DAY_MS)
  return {
    since,
    sessions: total.sessions,
    freshTokens: total.freshTokens,
    againTokens: total.againTokens,
    listedTokens: total.listedTokens,
    ofStart: total.starts === 0 ? null : Math.round(total.startTokens / total.starts),
    ofTurn: total.turns === 0 ? null : Math.round(tokens / total.turns),
    ofDay: Math.round(tokens / days),
    countedSince: began !== null && began > since ? began : null,
    idle,
    used,
    observed: await observedCost(db, sql, { ...asked, limit: input.limit, effects }),
    lookedAt: effects.lookedAt,
  }
}

interface AskedGroups {
  storeKey: number
  /** the beginning of a quarter of a day */
  since: number
  limit: number
  effects: KnownEffects
}

/** The memories of a store that cost anything, by whether anything is known to have come of them. */
export async function costGroups(
  sql: BulkSql,
  { limit, effects, ...asked }: AskedGroups,
): Promise<{ idle: CostGroup; used: CostGroup }> {
  const { ofMemory } = effects
  const withEffect = ({ id: memoryId, path, ...cost }: CostRow): MemoryCost => {
    const { freshTokens, againTokens, sessions, requests } = cost
    const effect = ofMemory.get(memoryId) ?? NO_EFFECT
    return { memoryId, path, freshTokens, againTokens, sessions, requests, effect }
  }
  // Those with an effect may all be among the costliest.
  const rows = await costliest(sql, { ...asked, limit: limit + ofMemory.size })
  const used: MemoryCost[] = []
  for (const memoryIds of chunked([...ofMemory.keys()], AT_ONCE)) {
    used.push(...(await costsOf(sql, { ...asked, memoryIds })).map(withEffect))
  }
  const usedTokens = used.reduce((sum, cost) => sum + tokensOf(cost), 0)
  const idle = rows.filter(({ id }) => !ofMemory.has(id)).slice(0, limit)
  return {
    idle: {
      memories: idle.map(withEffect),
      count: (rows[0]?.allMemories ?? 0) - used.length,
      tokens: (rows[0]?.allTokens ?? 0) - usedTokens,
    },
    used: {
      memories: used.toSorted((one, other) => tokensOf(other) - tokensOf(one)).slice(0, limit),
      count: used.length,
      tokens: usedTokens,
    },
  }
}

/** Tokens that a memory put into requests, whether fresh or not. */
export function tokensOf({
  freshTokens,
  againTokens,
}: Pick<MemoryCost, 'freshTokens' | 'againTokens'>): number {
  return freshTokens + againTokens
}

async function observedCost(
  db: Database,
  sql: BulkSql,
  { limit, effects, ...asked }: AskedGroups,
): Promise<ObservedCost> {
  await flushReadsToShow(db)
  const sessions = await countObserved(sql, asked)
  const rows = sessions === 0 ? [] : await readByObserved(sql, { ...asked, limit })
  return {
    sessions,
    count: rows[0]?.allMemories ?? 0,
    tokens: estimatedTokensOf(rows[0]?.allBytes ?? 0),
    memories: rows.map(({ id: memoryId, path, size, sessions: read }) => ({
      ...{ memoryId, path, sessions: read },
      // Once each: more than that is not known.
      freshTokens: estimatedTokensOf(size * read),
      againTokens: 0,
      requests: null,
      effect: effects.ofMemory.get(memoryId) ?? NO_EFFECT,
    })),
  }
}
