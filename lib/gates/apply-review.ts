import type { Database } from '@/lib/db/database'
import type { GateChoice } from '@/lib/memory-tests/model/gate'
import { requireGates } from '@/lib/memory-tests/gates/require-gates'
import {
  type AppliedTray,
  applyReview,
  type ApplyReviewInput,
  changesOfReview,
} from '@/lib/review/decisions/apply-review'
import { getChangeset } from '@/lib/review/changesets/list-changesets'

/** Like `applyReview`, past the store's gates. Refuses `gates_hold`, too. A dry run asks none. */
export async function applyReviewPastGates(
  db: Database,
  { gates = {}, ...input }: ApplyReviewInput & { gates?: GateChoice | undefined },
): Promise<AppliedTray> {
  if (input.isDryRun) return applyReview(db, input)
  const { storeId } = await getChangeset(db, input.changesetId)
  const { on, plan } = await requireGates(db, {
    ...{ storeId, subject: input.changesetId, by: input.reviewer, gates },
    tried: () => changesOfReview(db, input),
  })
  // Decisions do not move the store on: its state says nothing of the tray.
  return applyReview(on, { ...input, ...plan })
}
