import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { refuse } from '@/lib/store/model/problems'
import {
  type Policy,
  POLICY_ACTIONS,
  POLICY_CATEGORIES,
  POLICY_DEFAULTS,
  type PolicyRules,
  SEVERITIES,
} from '../model/policy'
import { presetPolicy } from '../model/policy-presets'
import { judgedStore, policyRevision, type RevisionRow } from './sql/policies'

/** A store's policy. Refuses `store_not_found`. */
export async function getPolicy(db: Database, storeId: string): Promise<Policy> {
  const store = await judgedStore(db.read, storeId)
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  return policyOfRevision(db.read, store.key, store.policyRevision)
}

/** The policy that a revision is; 0: that of a store without one. */
export async function policyOfRevision(
  sql: Sql,
  storeKey: number,
  revision: number,
): Promise<Policy> {
  const row = await policyRevision(sql, storeKey, revision)
  if (row) return policyOfRow(row)
  if (revision === 0) {
    const { default: otherwise } = presetPolicy('watch', 0)
    return {
      default: otherwise,
      rules: [],
      revision,
      savedBy: null,
      savedAt: null,
      unreadable: null,
    }
  }
  return { ...readPolicyText(''), revision, savedBy: null, savedAt: null }
}

/** The policy that a stored revision is. */
function policyOfRow(row: RevisionRow): Policy {
  return {
    ...readPolicyText(row.policy),
    revision: row.revision,
    savedBy: { type: row.actorType, id: row.actorId },
    savedAt: row.createdAt,
  }
}

/** Lists at most this many revisions, the newest. */
const MAX_REVISIONS = 50

/** The revisions of a store's policy, the newest first. Refuses `store_not_found`. */
export async function listPolicyRevisions(db: Database, storeId: string): Promise<Policy[]> {
  const store = await db.prisma.memoryStore.findFirst({
    where: { id: storeId, deletedAt: null },
    select: { policies: { orderBy: { revision: 'desc' }, take: MAX_REVISIONS } },
  })
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  return store.policies.map(policyOfRow)
}

/** The form in which a policy is stored; an unknown number is of a newer version of the program. */
const FORMAT = 1

const count = z.int().positive()

const RULE = z.strictObject({
  id: z.string(),
  action: z.enum(POLICY_ACTIONS),
  match: z.strictObject({
    paths: z.array(z.string()),
    operations: z.array(z.enum(['created', 'modified', 'renamed', 'deleted'])),
    agents: z.array(z.string()),
    minLostLines: count.nullable(),
    minBytes: count.nullable(),
    finding: z
      .strictObject({
        category: z.enum(POLICY_CATEGORIES).nullable(),
        severity: z.enum(SEVERITIES).nullable(),
      })
      .nullable(),
    earned: z.strictObject({ accepted: count, days: count }).nullable(),
  }),
  until: z.int().nullable(),
  sample: z.number().nullable(),
  lapseAfter: z.int().nullable(),
  onLapse: z.enum(['deny', 'quarantine']),
  why: z.string().nullable().default(null),
})

const STORED = z.strictObject({
  format: z.literal(FORMAT),
  default: z.enum(POLICY_DEFAULTS),
  rules: z.array(RULE),
})

/** A policy as the database keeps it. */
export function policyText(policy: PolicyRules): string {
  return JSON.stringify({ format: FORMAT, default: policy.default, rules: policy.rules })
}

/**
 * Parses a stored policy. If this program cannot read it, returns *Strict* without what it lets
 * land, and the first unknown field as the reason.
 */
function readPolicyText(stored: string): PolicyRules & { unreadable: string | null } {
  const parsed = STORED.safeParse(jsonOf(stored))
  if (parsed.success) {
    const { default: otherwise, rules } = parsed.data
    return { default: otherwise, rules, unreadable: null }
  }
  const field = parsed.error.issues[0]?.path.join('.') || 'policy'
  return { default: presetPolicy('strict', 0).default, rules: [], unreadable: field }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
