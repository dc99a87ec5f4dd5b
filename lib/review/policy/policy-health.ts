import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { refuse } from '@/lib/store/model/problems'
import type { RulePrecision } from '../model/metrics'
import type { PolicyAction, PolicyRules } from '../model/policy'
import {
  HEALTH_DAYS,
  LOOSE_AFTER,
  type RuleHealth,
  type RuleSuspension,
  type RuleStop,
} from '../model/policy-health'
import { agentsOfSessions } from './evaluate-policy'

const DAY_MS = 86_400_000

/** By what a proposal names the default. */
const OTHERWISE = 'default'

/** So many settled proposals are looked at, the newest. */
const MAX_PROPOSALS = 5_000

/** How each rule fares, in the order of the rules, and last the default. Refuses `store_not_found`. */
export async function policyHealth(
  db: Database,
  { storeId, policy, now }: { storeId: string; policy: PolicyRules; now: number },
): Promise<RuleHealth[]> {
  const sql = db.bulk
  const store = await sql.get<{ key: number }>(
    'SELECT key FROM memory_stores WHERE id = ? AND deleted_at IS NULL',
    [storeId],
  )
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  const uses = await usesSince(sql, store.key, firstDay(now) * DAY_MS)
  const settled = await completedProposals(sql, store.key)
  const suspensions = await suspensionsIn(sql, store.key)
  const asked = [
    ...policy.rules.map(({ id, action }) => ({ id, action })),
    { id: null, action: policy.default },
  ]
  return Promise.all(
    asked.map(async ({ id, action }) => {
      const own = uses.filter((use) => use.rule_id === id && isUse(use, action))
      return {
        uses: byDay(own, now),
        lastUsedAt: lastOf(own) ?? (await lastUse(sql, store.key, id)),
        sampled: sum(own.filter(({ is_sampled }) => is_sampled === 1)),
        suspensions: id === null ? [] : (suspensions.get(id) ?? []),
        stops:
          id !== null && (action === 'mask' || action === 'refuse')
            ? await ruleStops(sql, { storeKey: store.key, ruleId: id })
            : [],
        ...becameOf(
          settled.filter(({ rule }) => rule === (id ?? OTHERWISE)),
          firstDay(now) * DAY_MS,
        ),
      }
    }),
  )
}

const firstDay = (now: number) => Math.floor(now / DAY_MS) - HEALTH_DAYS + 1

interface Use {
  rule_id: string | null
  action: PolicyAction
  is_sampled: number
  /** since 1970 */
  day: number
  writes: number
  last: number
}

async function usesSince(sql: Sql, storeKey: number, since: number): Promise<Use[]> {
  return sql.all(
    `SELECT rule_id, action, is_sampled, decided_at / ${DAY_MS} AS day, count(*) AS writes,
       max(decided_at) AS last
     FROM policy_outcomes WHERE store_key = ? AND decided_at >= ?
     GROUP BY rule_id, action, is_sampled, decided_at / ${DAY_MS}`,
    [storeKey, since],
  )
}

/** What was held and then allowed is recorded twice: held, and written. */
const isUse = (use: Use, action: PolicyAction) =>
  use.action !== 'review' || action === 'review' || action === 'land'

const sum = (uses: readonly Use[]) => uses.reduce((all, { writes }) => all + writes, 0)

const lastOf = (uses: readonly Use[]) =>
  uses.length === 0 ? null : Math.max(...uses.map(({ last }) => last))

function byDay(uses: readonly Use[], now: number): number[] {
  const days = Array.from({ length: HEALTH_DAYS }, () => 0)
  for (const { day, writes } of uses) {
    const index = day - firstDay(now)
    if (index in days) days[index] = (days[index] ?? 0) + writes
  }
  return days
}

async function lastUse(sql: Sql, storeKey: number, ruleId: string | null): Promise<number | null> {
  const isRule = ruleId === null ? 'rule_id IS NULL' : 'rule_id = ?'
  const row = await sql.get<{ decided_at: number }>(
    `SELECT decided_at FROM policy_outcomes WHERE store_key = ? AND ${isRule}
     ORDER BY key DESC LIMIT 1`,
    ruleId === null ? [storeKey] : [storeKey, ruleId],
  )
  return row?.decided_at ?? null
}

interface Settled {
  rule: string | null
  state: 'allowed' | 'denied' | 'lapsed'
  is_edited: number
  is_unscanned: number
  created_at: number
  decided_at: number
}

/** Held writes that were decided or lapsed, the newest first. */
async function completedProposals(sql: Sql, storeKey: number): Promise<Settled[]> {
  return sql.all(
    `SELECT rule, state, is_edited, is_unscanned, created_at, decided_at FROM proposals
     WHERE store_key = ? AND state IN ('allowed', 'denied', 'lapsed')
       AND policy_revision IS NOT NULL AND decided_at IS NOT NULL
     ORDER BY key DESC LIMIT ?`,
    [storeKey, MAX_PROPOSALS],
  )
}

function becameOf(
  settled: readonly Settled[],
  since: number,
): Pick<RuleHealth, 'allowed' | 'allowedEdited' | 'denied' | 'lapsed' | 'medianWait' | 'isLoose'> {
  const recent = settled.filter(({ decided_at }) => decided_at >= since)
  const isUnchanged = ({ state, is_edited }: Settled) => state === 'allowed' && is_edited === 0
  const of = (state: Settled['state']) => recent.filter((each) => each.state === state)
  const waits = recent
    .filter(({ state }) => state !== 'lapsed')
    .map(({ created_at, decided_at }) => Math.max(0, decided_at - created_at))
    .toSorted((one, other) => one - other)
  // What could not be scanned tells nothing of what the rule is about.
  const last = settled.filter((each) => each.is_unscanned === 0).slice(0, LOOSE_AFTER)
  return {
    allowed: of('allowed').length,
    allowedEdited: of('allowed').length - recent.filter(isUnchanged).length,
    denied: of('denied').length,
    lapsed: of('lapsed').length,
    medianWait: waits[Math.floor(waits.length / 2)] ?? null,
    isLoose: last.length === LOOSE_AFTER && last.every(isUnchanged),
  }
}

async function suspensionsIn(
  sql: Sql,
  storeKey: number,
): Promise<ReadonlyMap<string, RuleSuspension[]>> {
  const rows = await sql.all<{
    rule_id: string
    agent: string
    suspended_at: number
    memory_id: string
    path: string | null
    ordinal: number
  }>(
    `SELECT s.rule_id, s.agent, s.suspended_at, m.id AS memory_id, n.path, v.ordinal
     FROM policy_suspensions s
     JOIN memory_versions v ON v.store_key = s.store_key AND v.sequence = s.version_sequence
     JOIN memories m ON m.key = v.memory_key LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE s.store_key = ? AND s.resumed_at IS NULL ORDER BY s.key`,
    [storeKey],
  )
  const byRule = new Map<string, RuleSuspension[]>()
  for (const { rule_id, suspended_at, memory_id, agent, path, ordinal } of rows) {
    const known = byRule.get(rule_id) ?? []
    known.push({ agent, since: suspended_at, memoryId: memory_id, path, ordinal })
    byRule.set(rule_id, known)
  }
  return byRule
}

/** So many changesets are looked at, the newest. */
const MAX_CHANGESETS = 500
const MAX_AGENTS = 50

/**
 * The agents that wrote in a store lately, the latest first, by the names that rules know them by
 * (`agentOf`).
 */
export async function policyAgents(db: Database, storeId: string): Promise<string[]> {
  const rows = await db.bulk.all<{ actor_type: string; actor_id: string }>(
    `SELECT c.actor_type, c.actor_id FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE s.id = ? ORDER BY c.key DESC LIMIT ?`,
    [storeId, MAX_CHANGESETS],
  )
  const sessions = rows.flatMap((row) => (row.actor_type === 'session' ? [row.actor_id] : []))
  const known = await agentsOfSessions(db.bulk, [...new Set(sessions)])
  const agents = new Set(rows.map(({ actor_id }) => known.get(actor_id) ?? actor_id))
  return [...agents].slice(0, MAX_AGENTS)
}

/** So many of one rule are told of. */
const MAX_TOLD = 20

/**
 * The newest writes of which a rule of a store, or any, kept something out, by masking or refusing.
 * However much the others let pass, only so many outcomes are read.
 */
export async function ruleStops(
  sql: Pick<Sql, 'all'>,
  { storeKey, ruleId }: { storeKey: number; ruleId?: string },
): Promise<RuleStop[]> {
  const isOfRule = ruleId === undefined ? '' : 'AND rule_id = ?'
  const newest = (action: StopAction) =>
    `SELECT * FROM (SELECT key FROM policy_outcomes
       WHERE store_key = ? ${isOfRule} AND action = '${action}' ORDER BY key DESC LIMIT ?) AS newest`
  const asked = [storeKey, ...(ruleId === undefined ? [] : [ruleId]), MAX_TOLD]
  const rows = await sql.all<Row>(
    `SELECT o.key, o.rule_id, o.action, o.agent, o.decided_at AS at, m.id AS memory_id, v.id AS version_id,
       CASE WHEN v.id IS NULL THEN o.path ELSE n.path END AS path,
       CASE WHEN v.id IS NULL THEN o.operation ELSE v.operation END AS operation
     FROM policy_outcomes o
     LEFT JOIN memory_versions v
       ON v.store_key = o.store_key AND v.sequence = o.version_sequence
     LEFT JOIN path_nodes n ON n.key = v.node_key
     LEFT JOIN memories m ON m.key = CASE WHEN v.id IS NULL THEN o.memory_key ELSE v.memory_key END
     WHERE o.key IN (${newest('mask')} UNION ALL ${newest('refuse')})
     ORDER BY o.key DESC LIMIT ?`,
    [...asked, ...asked, MAX_TOLD],
  )
  return rows.map(
    ({ rule_id: rule, memory_id: memoryId, version_id: versionId, operation, ...row }) => ({
      ...row,
      ruleId: rule,
      // What was refused before that was recorded.
      operation: operation ?? 'modified',
      memoryId,
      versionId,
    }),
  )
}

type StopAction = RuleStop['action']

interface Row {
  key: number
  rule_id: string | null
  action: StopAction
  agent: string
  at: number
  path: string | null
  operation: ChangeKind | null
  memory_id: string | null
  version_id: string | null
}

/** Of fewer cases a share says nothing. */
const MIN_CASES = 5

/** The quantile of 95 %. */
const Z = 1.96

/** The share of what was right, with its interval by Wilson's method. */
export function precisionOf(right: number, wrong: number): RulePrecision['precision'] {
  const cases = right + wrong
  if (cases === 0) return null
  const share = right / cases
  const square = Z * Z
  const middle = share + square / (2 * cases)
  const width = Z * Math.sqrt((share * (1 - share) + square / (4 * cases)) / cases)
  const whole = 1 + square / cases
  const low = Math.max(0, (middle - width) / whole)
  const high = Math.min(1, (middle + width) / whole)
  return { share, low, high, isTooFew: cases < MIN_CASES }
}
