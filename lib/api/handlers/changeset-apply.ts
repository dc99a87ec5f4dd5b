import type { Handler } from '../api-call'
import { parseInput, parseQuery } from '../parse'
import { gatesOfBody } from '../gates-of-body'
import { readJson } from '../read-body'
import { applyReviewBody, planReviewQuery } from '../review-schemas'
import { wireRollback } from '../resources/changes'
import { applyReviewPastGates } from '@/lib/gates/apply-review'
import { getChangeset } from '@/lib/review/changesets/list-changesets'

type Params = { changesetId: string }

/** The tray is the caller's own, so this too is for those who may decide. */
export const GET: Handler<Params> = async ({ db, request, params, caller }) => {
  const { id: changesetId } = await getChangeset(db, params.changesetId)
  const result = await applyReviewPastGates(db, {
    changesetId,
    reviewer: caller.actor,
    isDryRun: true,
    isForced: parseQuery(planReviewQuery, request).force,
    signal: request.signal,
  })
  return wireRollback(result, true)
}

export const POST: Handler<Params> = async ({ db, request, params, caller }) => {
  const { id: changesetId } = await getChangeset(db, params.changesetId)
  const body = parseInput(applyReviewBody, await readJson(request))
  const result = await applyReviewPastGates(db, {
    changesetId,
    reviewer: caller.actor,
    isDryRun: body.dry_run,
    isForced: body.force,
    plan: body.plan,
    gates: gatesOfBody(body),
    signal: body.dry_run ? request.signal : undefined,
  })
  return wireRollback(result, body.dry_run)
}
