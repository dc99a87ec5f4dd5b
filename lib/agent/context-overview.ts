import { usedTokens } from '@/lib/context/context-size'
import type { Database } from '@/lib/db/database'
import { contextOf, usageOf } from './core/stored-json'
import { type ModelUsage, NO_USAGE } from './session-event'
import { sessionTokens, type SessionTokensRow } from './sql/sessions'

/** Usage of all sessions and what happened to their contexts, archived sessions included. */
export interface ContextTotals extends ModelUsage {
  sessions: number
  /** answered model requests */
  requests: number
  compactions: number
  /** freed by completed compactions */
  savedTokens: number
  clearings: number
  clearedTokens: number
  failures: number
}

/** Usage of one session. */
export interface SessionTokens extends ModelUsage {
  sessionId: string
  title: string | null
}

export interface ContextOverview {
  totals: ContextTotals
  /** the heaviest users, largest first; sessions without usage are skipped */
  largest: SessionTokens[]
}

/** Rows per read. */
const PAGE = 2_000

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
 * Totals over the contexts of all sessions. The figures are in JSON, which each database reads in
 * its own way, so they are summed here.
 */
export async function contextOverview(
  db: Database,
  input: { largest: number },
): Promise<ContextOverview> {
  let totals = NO_TOTALS
  let largest: SessionTokens[] = []
  let after = 0
  for (;;) {
    const rows = await sessionTokens(db.read, { after, limit: PAGE })
    totals = rows.reduce(totalsWith, totals)
    largest = [...largest, ...rows.map(tokensOf)]
      .filter((session) => usedTokens(session) > 0)
      .sort((one, other) => usedTokens(other) - usedTokens(one))
      .slice(0, input.largest)
    if (rows.length < PAGE) return { totals, largest }
    after = rows.at(-1)?.key ?? after
  }
}

function totalsWith(totals: ContextTotals, row: SessionTokensRow): ContextTotals {
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

function tokensOf(row: SessionTokensRow): SessionTokens {
  return { sessionId: row.id, title: row.title, ...usageOf(row) }
}
