import * as v from 'valibot'
import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { refuse } from '@/lib/store/model/problems'
import type { Policy, PolicyRules } from '../model/policy'
import { presetPolicy } from '../model/policy-presets'
import { policyRulesSchema } from '../model/policy-schema'
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

const STORED = v.strictObject({ format: v.literal(FORMAT), ...policyRulesSchema.entries })

/** A policy as the database keeps it. */
export function policyText(policy: PolicyRules): string {
  return JSON.stringify({ format: FORMAT, default: policy.default, rules: policy.rules })
}

/**
 * Parses a stored policy. If this program cannot read it, returns *Strict* without what it lets
 * land, and the first unknown field as the reason.
 */
function readPolicyText(stored: string): PolicyRules & { unreadable: string | null } {
  const parsed = v.safeParse(STORED, jsonOf(stored))
  if (parsed.success) {
    const { default: otherwise, rules } = parsed.output
    return { default: otherwise, rules, unreadable: null }
  }
  const field = v.getDotPath(parsed.issues[0]) ?? 'policy'
  return { default: presetPolicy('strict', 0).default, rules: [], unreadable: field }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
