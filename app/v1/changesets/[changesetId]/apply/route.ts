import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput, parseQuery } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { applyReviewBody, planReviewQuery } from '@/lib/api/review-schemas'
import { wireRollback } from '@/lib/api/serialise'
import { applyReview } from '@/lib/review/apply-review'
import { getChangeset } from '@/lib/review/get-changeset'

type Params = { changesetId: string }

/** The tray is the caller's own, so this too is for those who may decide. */
export const GET = apiRoute<Params>('decide', async ({ db, request, params, caller }) => {
  const { id: changesetId } = await getChangeset(db, params.changesetId)
  const result = await applyReview(db, {
    changesetId,
    reviewer: caller.actor,
    isDryRun: true,
    isForced: parseQuery(planReviewQuery, request).force,
    signal: request.signal,
  })
  return wireRollback(result, true)
})

export const POST = apiRoute<Params>('decide', async ({ db, request, params, caller }) => {
  const { id: changesetId } = await getChangeset(db, params.changesetId)
  const body = parseInput(applyReviewBody, await readJson(request))
  const result = await applyReview(db, {
    changesetId,
    reviewer: caller.actor,
    isDryRun: body.dry_run,
    isForced: body.force,
    plan: body.plan,
    signal: body.dry_run ? request.signal : undefined,
  })
  return wireRollback(result, body.dry_run)
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
