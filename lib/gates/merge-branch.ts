import type { Database } from '@/lib/db/database'
import type { GateChoice } from '@/lib/memory-tests/model/gate'
import { requireGates } from '@/lib/memory-tests/gates/require-gates'
import { branchesOf } from '@/lib/store/branches/find-branch'
import {
  changesOfMerge,
  mergeBranch,
  type MergeBranchInput,
  type MergeResult,
} from '@/lib/store/branches/merge-branch'

/** Like `mergeBranch`, past the gates of the branch's origin. Refuses `gates_hold`, too. */
export async function mergeBranchPastGates(
  db: Database,
  { gates = {}, ...input }: MergeBranchInput & { gates?: GateChoice | undefined },
): Promise<MergeResult> {
  const branch = (await branchesOf(db, [input.storeId])).get(input.storeId)
  // What is no branch is refused as ever.
  if (!branch) return mergeBranch(db, input)
  const { originId } = branch
  const { on, plan = input.plan } = await requireGates(db, {
    ...{ storeId: originId, subject: input.storeId, by: input.cause.actor, gates },
    tried: () => changesOfMerge(db, input),
  })
  // The branch may move on meanwhile, and its origin's state says nothing of that.
  return mergeBranch(on, { ...input, plan })
}
