import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { draftOfBody, dryRunBody } from '../resources/policy'
import { readJson } from '../read-body'
import { wireDryRun } from '../resources/policy-dry-run'
import { dryRunPolicy } from '@/lib/review/policy/dry-run'

/** Ends when its caller leaves. */
export const POST: Handler<{ storeId: string }> = async ({ db, request, params }) => {
  const body = parseInput(dryRunBody, await readJson(request))
  const run = await dryRunPolicy(db, {
    storeId: params.storeId,
    draft: draftOfBody(body),
    days: body.days,
    signal: request.signal,
  })
  return wireDryRun(run)
}
