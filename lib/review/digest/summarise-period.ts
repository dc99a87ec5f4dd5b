import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { MetricsScope } from '../metrics/metrics-scope'
import type { PeriodSummary } from '../model/digest'
import { agentsOfSessions } from '../policy/evaluate-policy'
import {
  agentsThatWrote,
  correctedBy,
  decisionsOf,
  endedProposals,
  hasSessionBefore,
  namedSince,
  sumOfOpen,
} from './sql/digests'

export interface SummarisePeriodInput {
  /** milliseconds since 1970; `to` exclusive */
  from: number
  to: number
}

/**
 * Sums up a day or a week: what agents changed, what the person reviewed and put right, and what
 * wants a look. Costs what was written and decided then, on connections for long reads.
 */
export async function summarisePeriod(
  db: Database,
  { from, to }: SummarisePeriodInput,
): Promise<PeriodSummary> {
  const sql = db.bulk.until(undefined)
  const scope: MetricsScope = { from, to, now: to, storeKeys: null }
  const person = LOCAL_USER_ACTOR.id
  const [agents, decisions, ended, corrected, open, redacted] = await Promise.all([
    agentsOf(sql, scope),
    decisionsOf(sql, scope, person),
    endedProposals(sql, scope, person),
    correctedBy(sql, scope, person),
    sumOfOpen(sql, scope),
    db.prisma.job.count({
      where: { kind: 'redaction', state: 'done', finishedAt: { gte: from, lt: to } },
    }),
  ])
  return {
    ...agents,
    ...ended,
    reviewed: { byPerson: decisions.own, byOthers: decisions.all - decisions.own },
    corrected,
    redacted,
    open: open?.changesets ?? 0,
  }
}

const MODEL = 'model:'

/** The agents that wrote, and those among them that came in the scope's time. */
async function agentsOf(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<Pick<PeriodSummary, 'agents' | 'memories' | 'newAgents'>> {
  const rows = await agentsThatWrote(sql, scope)
  const sessions = rows.flatMap((row) => (row.actorType === 'session' ? [row.actorId] : []))
  const names = await agentsOfSessions(sql, sessions)
  const agents = new Set(rows.map(({ actorId }) => names.get(actorId) ?? actorId))
  const isModel = (agent: string) => agent.startsWith(MODEL)
  const named = await namedSince(
    sql,
    [...agents].filter((agent) => !isModel(agent)),
    scope.from,
  )
  const newAgents = named.map(({ id }) => id)
  for (const agent of [...agents].filter(isModel)) {
    const isKnown = await hasSessionBefore(sql, agent.slice(MODEL.length), scope.from)
    if (!isKnown) newAgents.push(agent)
  }
  return { agents: agents.size, memories: rows[0]?.memories ?? 0, newAgents }
}
