import type { BulkSql } from '@/lib/db/sql'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import {
  type Rejections,
  type ReviewMetrics,
  type SpanCount,
  WAIT_SPANS,
  type RulePrecision,
  precisionOf,
} from '../model/metrics'
import { agentsOfSessions } from '../policy/evaluate-policy'
import type { MetricsScope } from './metrics-scope'
import {
  countedDecisions,
  countedFindings,
  type DecidedRow,
  medianWait,
  mostRejected,
  slowWait,
} from './sql/metrics'

const MAX_LISTED = 20

export interface DecisionMetrics {
  decisions: Omit<ReviewMetrics['decisions'], 'byRule'>
  spans: SpanCount[]
  byAgent: ReviewMetrics['byAgent']
}

/** Counts the decisions of a period in one pass over them. */
export async function decisionMetrics(sql: BulkSql, scope: MetricsScope): Promise<DecisionMetrics> {
  const rows = await countedDecisions(sql, scope)
  const sum = (count: (row: DecidedRow) => number) => rows.reduce((all, row) => all + count(row), 0)
  const [decided, rejected] = [sum((row) => row.decided), sum((row) => row.rejected)]
  const [edited, seen] = [sum((row) => row.edited), sum((row) => row.seen)]
  const accepted = decided - rejected - edited
  return {
    decisions: {
      accepted,
      rejected,
      edited,
      seen,
      unread: decided - seen,
      keptSeen: sum((row) => row.keptSeen),
    },
    spans: [...WAIT_SPANS, null].map((upTo, index) => ({
      upTo,
      count: sum((row) => (row.span === index ? row.decided : 0)),
    })),
    byAgent: await byAgent(sql, rows),
  }
}

async function byAgent(
  sql: BulkSql,
  rows: readonly DecidedRow[],
): Promise<ReviewMetrics['byAgent']> {
  const sessions = rows.flatMap((row) => (row.actorType === 'session' ? [row.actorId] : []))
  const agents = await agentsOfSessions(sql, [...new Set(sessions)])
  const counts = new Map<string, Rejections>()
  for (const { actorId, decided, rejected } of rows) {
    const agent = agents.get(actorId) ?? actorId
    const known = counts.get(agent) ?? { decided: 0, rejected: 0 }
    counts.set(agent, { decided: known.decided + decided, rejected: known.rejected + rejected })
  }
  return [...counts]
    .map(([agent, each]) => ({ agent, ...each }))
    .toSorted((one, other) => other.rejected - one.rejected || other.decided - one.decided)
    .slice(0, MAX_LISTED)
}

/** The memories of which most was rejected. */
export async function rejectedPaths(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<ReviewMetrics['byPath']> {
  const rows = await mostRejected(sql, scope, MAX_LISTED)
  return rows.map(({ isDeleted, ...row }) => ({ ...row, isDeleted: isDeleted === 1 }))
}

/** The time to a decision in the middle, and of the slowest tenth the shortest. */
export async function waitQuantiles(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<{ median: number | null; slowest10: number | null }> {
  return { median: await medianWait(sql, scope), slowest10: await slowWait(sql, scope) }
}

/** The outcomes of a period's findings by rule, the most raised first. */
export async function findingMetrics(sql: BulkSql, scope: MetricsScope): Promise<RulePrecision[]> {
  const rows = await countedFindings(sql, scope)
  return rows.flatMap(({ rule, ...counts }) =>
    isRule(rule) ? { rule, ...counts, precision: precisionOf(counts.right, counts.wrong) } : [],
  )
}

const isRule = (rule: string): rule is ScanRule => rule in SCAN_RULES
