import { usedTokens } from '@/lib/context/context-size'
import type { Database } from '@/lib/db/database'
import { contextOf, type SessionRow, usageOf } from './core/rows'
import { type ModelUsage, NO_USAGE } from './session-event'

/** What all sessions used, and what became of their contexts; those that were archived count too. */
export interface ContextTotals extends ModelUsage {
  sessions: number
  /** model requests that were answered */
  requests: number
  compactions: number
  /** by compactions, of those that took effect */
  savedTokens: number
  clearings: number
  clearedTokens: number
  failures: number
}

/** What one session used. */
export interface SessionTokens extends ModelUsage {
  sessionId: string
  title: string | null
}

export interface ContextOverview {
  totals: ContextTotals
  /** those that used most, the largest first; none that used nothing */
  largest: SessionTokens[]
}

type Row = Pick<SessionRow, 'key' | 'id' | 'title' | 'usage' | 'context'>

/** Rows that are read at a time. */
const PAGE = 5_000

const NO_TOTALS: ContextTotals = {
  ...NO_USAGE,
  sessions: 0,
  requests: 0,
  compactions: 0,
  savedTokens: 0,
  clearings: 0,
  clearedTokens: 0,
  failures: 0,
}

/**
 * The contexts of all sessions together. What is summed stands in JSON, which both databases read
 * each in its own way; so it is summed here.
 */
export async function contextOverview(
  db: Database,
  input: { largest: number },
): Promise<ContextOverview> {
  let totals = NO_TOTALS
  let largest: SessionTokens[] = []
  let after = 0
  for (;;) {
    const rows = await db.read.all<Row>(
      'SELECT key, id, title, usage, context FROM sessions WHERE key > ? ORDER BY key LIMIT ?',
      [after, PAGE],
    )
    totals = rows.reduce(totalsWith, totals)
    largest = [...largest, ...rows.map(tokensOf)]
      .filter((session) => usedTokens(session) > 0)
      .sort((one, other) => usedTokens(other) - usedTokens(one))
      .slice(0, input.largest)
    if (rows.length < PAGE) return { totals, largest }
    after = rows.at(-1)?.key ?? after
  }
}

function totalsWith(totals: ContextTotals, row: Row): ContextTotals {
  const usage = usageOf(row)
  const context = contextOf(row)
  return {
    inputTokens: totals.inputTokens + usage.inputTokens,
    outputTokens: totals.outputTokens + usage.outputTokens,
    cacheReadTokens: totals.cacheReadTokens + usage.cacheReadTokens,
    cacheCreationTokens: totals.cacheCreationTokens + usage.cacheCreationTokens,
    sessions: totals.sessions + 1,
    requests: totals.requests + context.requests,
    compactions: totals.compactions + context.compactions,
    savedTokens: totals.savedTokens + context.savedTokens,
    clearings: totals.clearings + context.clearings,
    clearedTokens: totals.clearedTokens + context.clearedTokens,
    failures: totals.failures + context.failures,
  }
}

function tokensOf(row: Row): SessionTokens {
  return { sessionId: row.id, title: row.title, ...usageOf(row) }
}
