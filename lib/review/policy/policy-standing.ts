import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { DAY_MS } from '@/lib/text/day-ms'
import { type GlobbedPath, globbedPath, pathGlob } from '@/lib/text/path-glob'
import type { PolicyRule } from '../model/policy'
import { type Standing, agentsOfSessions } from './evaluate-policy'
import { type DecidedRow, decisionsSince } from './sql/agents'
import { resume, suspendedFor, suspendSampledOf, suspensionsOfStore } from './sql/suspensions'

interface Asked {
  storeKey: number
  agent: string
  rules: readonly PolicyRule[]
  /** milliseconds since 1970 */
  now: number
}

/**
 * An agent's standing with these rules in a store: those that it earned, and those suspended for
 * it.
 */
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

/** Decisions about what an agent wrote, since a time. */
async function decisionsAbout(
  sql: Sql,
  { storeKey, agent, since }: { storeKey: number; agent: string; since: number },
): Promise<DecidedRow[]> {
  const rows = await decisionsSince(sql, storeKey, since)
  const sessions = rows.flatMap((row) => (row.actorType === 'session' ? [row.actorId] : []))
  const agents = await agentsOfSessions(sql, [...new Set(sessions)])
  return rows.filter((row) => (agents.get(row.actorId) ?? row.actorId) === agent)
}

function hasEarned({ match }: PolicyRule, decisions: readonly DecidedRow[], now: number): boolean {
  const { earned } = match
  if (earned === null) return true
  const globs = match.paths.map(pathGlob)
  const isNamed = (path: GlobbedPath) => globs.some((names) => names(path))
  const isThere = ({ path }: DecidedRow) =>
    globs.length === 0 || (path !== null && isNamed(globbedPath(path)))
  const about = decisions.filter(
    (decision) => decision.decidedAt >= now - earned.days * DAY_MS && isThere(decision),
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
  const rows = await suspendedFor(sql, storeKey, agent)
  return new Set(rows.map(({ ruleId }) => ruleId))
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
  return db.write(async (tx) => (await resume(tx, input)) > 0)
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
  const rows = await suspensionsOfStore(db.read, storeId)
  return rows.map(({ ruleId, agent, suspendedAt }) => ({ ruleId, agent, since: suspendedAt }))
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
  await suspendSampledOf(tx, rejected)
}
