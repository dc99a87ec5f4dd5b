import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { reviewDigestQuery } from '@/lib/api/review-schemas'
import { wireDigest } from '@/lib/api/serialise-metrics'
import { reviewDigest } from '@/lib/review/review-digest'

export const GET = apiRoute('read', async ({ db, request, caller }) => {
  const { period, at } = parseQuery(reviewDigestQuery, request)
  const now = Date.now()
  const digest = await reviewDigest(db, {
    period,
    at: at ?? now,
    now,
    onlyStoreIds: caller.storeIds ?? undefined,
    signal: request.signal,
  })
  return wireDigest(digest)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
