import { mergeBranchPastGates } from '@/lib/gates/merge-branch'
import { mergeOfMemories, planMerge } from '@/lib/store/branches/plan-merge'
import { branchesOf } from '@/lib/store/branches/find-branch'
import type { MergeChoice } from '@/lib/store/model/branch-merge'
import type { Handler } from '../api-call'
import { MAX_MERGED_MEMORIES, mergeBody } from '../branch-schemas'
import { gatesOfBody } from '../gates-of-body'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { requireStore } from '../require-seen'
import { wireMerge, wireMergePlan } from '../resources/merge'

/** Merges a branch into its origin, which the caller must see as well; not in the standard. */
export const POST: Handler<{ storeId: string }> = async ({
  db,
  request,
  params,
  caller,
  cause,
}) => {
  const { storeId } = params
  const body = parseInput(mergeBody, await readJson(request))
  const branch = (await branchesOf(db, [storeId])).get(storeId)
  if (branch) requireStore(caller, branch.originId)
  if (!body.dry_run) {
    const choices = new Map(body.hunks.map((hunk) => [hunk.id, choiceOf(hunk)]))
    const wanted = { storeId, choices, plan: body.plan, cause, gates: gatesOfBody(body) }
    return wireMerge(storeId, await mergeBranchPastGates(db, wanted))
  }
  const { signal } = request
  const plan = await planMerge(db, { storeId, signal })
  const first = plan.memories.slice(0, MAX_MERGED_MEMORIES).map(({ memoryId }) => memoryId)
  const memoryIds = body.memory_ids ?? first
  return wireMergePlan(storeId, plan, await mergeOfMemories(db, { storeId, memoryIds, signal }))
}

function choiceOf({
  take,
  text,
}: {
  take?: 'origin' | 'branch' | 'both'
  text?: string
}): MergeChoice {
  return text === undefined ? { take: take ?? 'branch' } : { text }
}
