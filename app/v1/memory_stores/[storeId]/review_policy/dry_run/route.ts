import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { draftOfBody, dryRunBody } from '@/lib/api/policy-schemas'
import { readJson } from '@/lib/api/read-body'
import { wireDryRun } from '@/lib/api/serialise-policy'
import { dryRunPolicy } from '@/lib/review/dry-run'

/** Ends when its caller leaves. */
export const POST = apiRoute<{ storeId: string }>('decide', async ({ db, request, params }) => {
  const body = parseInput(dryRunBody, await readJson(request))
  const run = await dryRunPolicy(db, {
    storeId: params.storeId,
    draft: draftOfBody(body),
    days: body.days,
    signal: request.signal,
  })
  return wireDryRun(run)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
