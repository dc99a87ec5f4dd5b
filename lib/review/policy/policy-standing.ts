import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { type GlobbedPath, globbedPath, pathGlob } from '@/lib/text/path-glob'
import type { PolicyRule } from '../model/policy'
import { type Standing, agentsOfSessions } from './evaluate-policy'

const DAY_MS = 86_400_000

interface Asked {
  storeKey: number
  agent: string
  rules: readonly PolicyRule[]
  /** milliseconds since 1970 */
  now: number
}

/** What an agent earned of these rules in a store, and which are suspended for it. */
export async function standingOf(sql: Sql, asked: Asked): Promise<Standing> {
  const earned = await earnedRules(sql, asked)
  const suspended = await suspendedRules(sql, asked)
  return {
    hasEarned: ({ id }) => earned.has(id),
    isSuspended: ({ id }) => suspended.has(id),
  }
}

/** The ids of the rules that an agent earned. Costs a query only if one of them asks. */
export async function earnedRules(
  sql: Sql,
  { storeKey, agent, rules, now }: Asked,
): Promise<ReadonlySet<string>> {
  const asking = rules.filter(({ match }) => match.earned !== null)
  if (asking.length === 0) return new Set()
  const days = Math.max(...asking.map(({ match }) => match.earned?.days ?? 0))
  const decisions = await decisionsAbout(sql, { storeKey, agent, since: now - days * DAY_MS })
  return new Set(asking.filter((rule) => hasEarned(rule, decisions, now)).map(({ id }) => id))
}

interface SeenDecision {
  path: string | null
  decision: string
  seen: number
  decided_at: number
}

/** Decisions about what an agent wrote, since a time. */
async function decisionsAbout(
  sql: Sql,
  { storeKey, agent, since }: { storeKey: number; agent: string; since: number },
): Promise<SeenDecision[]> {
  const rows = await sql.all<SeenDecision & { actor_type: string; actor_id: string }>(
    `SELECT c.actor_type, c.actor_id, d.decision, d.seen, d.decided_at,
       coalesce(m.path, (SELECT n.path FROM memory_versions v JOIN path_nodes n ON n.key = v.node_key
         WHERE v.memory_key = d.memory_key AND v.sequence = d.through_sequence)) AS path
     FROM hunk_decisions d CROSS JOIN changesets c JOIN memories m ON m.key = d.memory_key
     WHERE d.decided_at >= ? AND c.key = d.changeset_key AND c.store_key = ?`,
    [since, storeKey],
  )
  const sessions = rows.flatMap((row) => (row.actor_type === 'session' ? [row.actor_id] : []))
  const agents = await agentsOfSessions(sql, [...new Set(sessions)])
  return rows.filter((row) => (agents.get(row.actor_id) ?? row.actor_id) === agent)
}

function hasEarned(
  { match }: PolicyRule,
  decisions: readonly SeenDecision[],
  now: number,
): boolean {
  const { earned } = match
  if (earned === null) return true
  const globs = match.paths.map(pathGlob)
  const isNamed = (path: GlobbedPath) => globs.some((names) => names(path))
  const isThere = ({ path }: SeenDecision) =>
    globs.length === 0 || (path !== null && isNamed(globbedPath(path)))
  const about = decisions.filter(
    (decision) => decision.decided_at >= now - earned.days * DAY_MS && isThere(decision),
  )
  if (about.some(({ decision }) => decision === 'rejected')) return false
  const accepted = about.filter(({ decision, seen }) => decision === 'accepted' && seen === 1)
  return accepted.length >= earned.accepted
}

/** The ids of the rules that let nothing more of an agent land. */
export async function suspendedRules(
  sql: Sql,
  { storeKey, agent }: { storeKey: number; agent: string },
): Promise<ReadonlySet<string>> {
  const rows = await sql.all<{ rule_id: string }>(
    `SELECT rule_id FROM policy_suspensions
     WHERE store_key = ? AND agent = ? AND resumed_at IS NULL`,
    [storeKey, agent],
  )
  return new Set(rows.map((row) => row.rule_id))
}

export interface ResumeRuleInput {
  storeId: string
  ruleId: string
  /** see `agentOf` (lib/review/policy/evaluate-policy.ts) */
  agent: string
  by: Actor
}

/**
 * Lets a rule land what an agent writes again, after a rejection suspended it. Returns whether it
 * was suspended.
 */
export async function resumeRule(db: Database, input: ResumeRuleInput): Promise<boolean> {
  const { storeId, ruleId, agent, by } = input
  return db.write(async (tx) => {
    const resumed = await tx.run(
      `UPDATE policy_suspensions SET resumed_at = ${tx.clock}, resumed_by_type = ?,
         resumed_by_id = ?
       WHERE store_key = (SELECT key FROM memory_stores WHERE id = ? AND deleted_at IS NULL)
         AND rule_id = ? AND agent = ? AND resumed_at IS NULL`,
      [by.type, by.id, storeId, ruleId, agent],
    )
    return resumed > 0
  })
}

/** A rule that lets nothing land of an agent until a person resumes it. */
export interface SuspendedRule {
  ruleId: string
  /** see `agentOf` (lib/review/policy/evaluate-policy.ts) */
  agent: string
  /** milliseconds since 1970 */
  since: number
}

/** The rules of a store that a rejection suspended, the first suspended first. */
export async function suspendedIn(db: Database, storeId: string): Promise<SuspendedRule[]> {
  const rows = await db.read.all<{ rule_id: string; agent: string; suspended_at: number }>(
    `SELECT p.rule_id, p.agent, p.suspended_at FROM memory_stores s
     JOIN policy_suspensions p ON p.store_key = s.key
     WHERE s.id = ? AND s.deleted_at IS NULL AND p.resumed_at IS NULL ORDER BY p.key`,
    [storeId],
  )
  return rows.map(({ rule_id, agent, suspended_at }) => ({
    ruleId: rule_id,
    agent,
    since: suspended_at,
  }))
}

export interface RejectedMemory {
  storeKey: number
  changesetKey: number
  memoryKey: number
  /** the version that was shown */
  through: number
}

/**
 * Suspends the rules by which a rejected write would have landed, had the sample not had it
 * reviewed, for its agent: until a person resumes them (review page, Policy).
 */
export async function suspendSampled(tx: WriteSql, rejected: RejectedMemory): Promise<void> {
  const { storeKey, changesetKey, memoryKey, through } = rejected
  await tx.run(
    `INSERT INTO policy_suspensions (store_key, rule_id, agent, version_sequence, suspended_at)
     SELECT o.store_key, o.rule_id, o.agent, max(o.version_sequence), ${tx.clock}
     FROM memory_versions v JOIN policy_outcomes o
       ON o.store_key = v.store_key AND o.version_sequence = v.sequence
     WHERE v.changeset_key = ? AND v.memory_key = ? AND v.sequence <= ? AND v.store_key = ?
       AND o.is_sampled = 1 AND o.rule_id IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM policy_suspensions s WHERE s.store_key = o.store_key
           AND s.rule_id = o.rule_id AND s.agent = o.agent AND s.resumed_at IS NULL)
     GROUP BY o.store_key, o.rule_id, o.agent`,
    [changesetKey, memoryKey, through, storeKey],
  )
}
