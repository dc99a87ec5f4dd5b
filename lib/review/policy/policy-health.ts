import type { Database } from '@/lib/db/database'
import type { BulkSql, Sql } from '@/lib/db/sql'
import { refuse } from '@/lib/store/model/problems'
import { DAY_MS } from '@/lib/text/day-ms'
import type { PolicyAction, PolicyRules } from '../model/policy'
import {
  HEALTH_DAYS,
  LOOSE_AFTER,
  type RuleHealth,
  type RuleSuspension,
  type RuleStop,
} from '../model/policy-health'
import { agentsOfSessions } from './evaluate-policy'
import { newestAuthors } from './sql/agents'
import {
  endedProposals,
  type EndedRow,
  lastOutcome,
  newestStops,
  type UseRow,
  usesSince,
} from './sql/outcomes'
import { judgedStore } from './sql/policies'
import { suspensionsWithVersions } from './sql/suspensions'

/** The name by which a proposal refers to the default. */
const DEFAULT_RULE = 'default'

/** Looks at this many completed proposals, the newest. */
const MAX_PROPOSALS = 5_000

/**
 * The health of each rule, in the order of the rules, and last of the default. Refuses
 * `store_not_found`.
 */
export async function policyHealth(
  db: Database,
  { storeId, policy, now }: { storeId: string; policy: PolicyRules; now: number },
): Promise<RuleHealth[]> {
  const sql = db.bulk
  const store = await judgedStore(sql, storeId)
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  const uses = await usesSince(sql, store.key, firstDay(now) * DAY_MS)
  const settled = await endedProposals(sql, store.key, MAX_PROPOSALS)
  const suspensions = await suspensionsIn(sql, store.key)
  const asked = [
    ...policy.rules.map(({ id, action }) => ({ id, action })),
    { id: null, action: policy.default },
  ]
  return Promise.all(
    asked.map(async ({ id, action }) => {
      const own = uses.filter((use) => use.ruleId === id && isUse(use, action))
      return {
        uses: byDay(own, now),
        lastUsedAt: lastOf(own) ?? (await lastOutcome(sql, store.key, id))?.decidedAt ?? null,
        sampled: sum(own.filter(({ isSampled }) => isSampled === 1)),
        suspensions: id === null ? [] : (suspensions.get(id) ?? []),
        stops:
          id !== null && (action === 'mask' || action === 'refuse')
            ? await ruleStops(sql, { storeKey: store.key, ruleId: id })
            : [],
        ...becameOf(
          settled.filter(({ rule }) => rule === (id ?? DEFAULT_RULE)),
          firstDay(now) * DAY_MS,
        ),
      }
    }),
  )
}

const firstDay = (now: number) => Math.floor(now / DAY_MS) - HEALTH_DAYS + 1

/** A held write that was allowed is recorded twice; the second record, as written, does not count. */
const isUse = (use: UseRow, action: PolicyAction) =>
  use.action !== 'review' || action === 'review' || action === 'land'

const sum = (uses: readonly UseRow[]) => uses.reduce((all, { writes }) => all + writes, 0)

const lastOf = (uses: readonly UseRow[]) =>
  uses.length === 0 ? null : Math.max(...uses.map(({ last }) => last))

function byDay(uses: readonly UseRow[], now: number): number[] {
  const days = Array.from({ length: HEALTH_DAYS }, () => 0)
  for (const { day, writes } of uses) {
    const index = day - firstDay(now)
    if (index in days) days[index] = (days[index] ?? 0) + writes
  }
  return days
}

function becameOf(
  settled: readonly EndedRow[],
  since: number,
): Pick<RuleHealth, 'allowed' | 'allowedEdited' | 'denied' | 'lapsed' | 'medianWait' | 'isLoose'> {
  const recent = settled.filter(({ decidedAt }) => decidedAt >= since)
  const isUnchanged = ({ state, isEdited }: EndedRow) => state === 'allowed' && isEdited === 0
  const of = (state: EndedRow['state']) => recent.filter((each) => each.state === state)
  const waits = recent
    .filter(({ state }) => state !== 'lapsed')
    .map(({ createdAt, decidedAt }) => Math.max(0, decidedAt - createdAt))
    .toSorted((one, other) => one - other)
  // What could not be scanned tells nothing of what the rule is about.
  const last = settled.filter((each) => each.isUnscanned === 0).slice(0, LOOSE_AFTER)
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
  sql: BulkSql,
  storeKey: number,
): Promise<ReadonlyMap<string, RuleSuspension[]>> {
  const byRule = new Map<string, RuleSuspension[]>()
  for (const row of await suspensionsWithVersions(sql, storeKey)) {
    const { ruleId, agent, suspendedAt: since, memoryId, path, ordinal } = row
    const known = byRule.get(ruleId) ?? []
    known.push({ agent, since, memoryId, path, ordinal })
    byRule.set(ruleId, known)
  }
  return byRule
}

/** Looks at this many changesets, the newest. */
const MAX_CHANGESETS = 500
const MAX_AGENTS = 50

/**
 * The agents that wrote in a store lately, the latest first, by the names that rules know them by
 * (`agentOf`).
 */
export async function policyAgents(db: Database, storeId: string): Promise<string[]> {
  const rows = await newestAuthors(db.bulk, storeId, MAX_CHANGESETS)
  const sessions = rows.flatMap((row) => (row.actorType === 'session' ? [row.actorId] : []))
  const known = await agentsOfSessions(db.bulk, [...new Set(sessions)])
  const agents = new Set(rows.map(({ actorId }) => known.get(actorId) ?? actorId))
  return [...agents].slice(0, MAX_AGENTS)
}

/** Lists at most this many stops of one rule. */
const MAX_STOPS = 20

/**
 * The newest writes of which a rule of a store, or any, kept something out, by masking or refusing.
 * Reads a bounded number of outcomes, however much the other rules let pass.
 */
export async function ruleStops(
  sql: Pick<Sql, 'all'>,
  { storeKey, ruleId }: { storeKey: number; ruleId?: string },
): Promise<RuleStop[]> {
  const stops = await newestStops(sql, { storeKey, ruleId: ruleId ?? null, limit: MAX_STOPS })
  // What was refused before that was recorded.
  return stops.map((stop) => ({ ...stop, operation: stop.operation ?? 'modified' }))
}
