import { z } from 'zod'
import type { MergeResult } from '@/lib/store/branches/merge-branch'
import type {
  MemoryMerge,
  MergeHunk,
  MergeObstacle,
  MergePlan,
  MergeSummary,
} from '@/lib/store/model/branch-merge'
import { sha256, size, type Wire } from './values'

const obstacle = z.strictObject({
  reason: z.enum(['redacted', 'damaged', 'quarantined', 'path_taken', 'changed', 'policy']),
  /** of a policy: the rule, and why in English */
  rule_id: z.string().nullable().optional(),
  why: z.string().optional(),
})

const hunk = z.strictObject({
  id: z.string(),
  kind: z.enum(['lines', 'presence', 'path']),
  is_conflict: z.boolean(),
  base: z.array(z.string()),
  origin: z.array(z.string()),
  branch: z.array(z.string()),
  origin_line: size,
  branch_line: size,
})

const memory = z.strictObject({
  memory_id: z.string(),
  origin_memory_id: z.string().nullable(),
  path: z.string(),
  operation: z.enum(['created', 'modified', 'renamed', 'deleted']),
  conflicts: size,
  added: size,
  removed: size,
  obstacle: obstacle.nullable(),
  /** null: not asked for */
  hunks: z.array(hunk).nullable(),
})

export const mergeAnswer = z.strictObject({
  type: z.literal('memory_store_merge'),
  dry_run: z.boolean(),
  /** the branch */
  memory_store_id: z.string(),
  plan: sha256,
  batch_id: z.string().nullable(),
  memory_version_ids: z.array(z.string()),
  /** what would be merged; of a merge that was made: what it left */
  memories: z.array(memory),
})

/** A merge that is not made yet. `details`: the memories of which the places are given. */
export function wireMergePlan(
  storeId: string,
  plan: MergePlan,
  details: readonly MemoryMerge[],
): Wire<typeof mergeAnswer> {
  const hunksOf = new Map(details.map(({ memoryId, hunks }) => [memoryId, hunks]))
  return {
    type: 'memory_store_merge',
    dry_run: true,
    memory_store_id: storeId,
    plan: plan.planHash,
    batch_id: null,
    memory_version_ids: [],
    memories: plan.memories.map((each) => wireMemory(each, hunksOf.get(each.memoryId) ?? null)),
  }
}

export function wireMerge(storeId: string, result: MergeResult): Wire<typeof mergeAnswer> {
  return {
    type: 'memory_store_merge',
    dry_run: false,
    memory_store_id: storeId,
    plan: result.planHash,
    batch_id: result.batchId,
    memory_version_ids: result.versionIds,
    memories: result.left.map((each) => wireMemory(each, null)),
  }
}

function wireMemory(each: MergeSummary, hunks: MergeHunk[] | null): Wire<typeof memory> {
  return {
    memory_id: each.memoryId,
    origin_memory_id: each.originMemoryId,
    path: each.path,
    operation: each.operation,
    conflicts: each.conflicts,
    added: each.added,
    removed: each.removed,
    obstacle: each.obstacle && wireObstacle(each.obstacle),
    hunks: hunks && hunks.map(wireHunk),
  }
}

function wireObstacle(problem: MergeObstacle): Wire<typeof obstacle> {
  if (problem.reason !== 'policy') return { reason: problem.reason }
  return { reason: 'policy', rule_id: problem.ruleId, why: problem.why }
}

const wireHunk = (each: MergeHunk): Wire<typeof hunk> => ({
  id: each.id,
  kind: each.kind,
  is_conflict: each.isConflict,
  base: each.base,
  origin: each.origin,
  branch: each.branch,
  origin_line: each.originLine,
  branch_line: each.branchLine,
})
