import type { Handler } from '../api-call'
import { parseQuery } from '../parse'
import { reviewDigestQuery } from '../review-schemas'
import { wireDigest } from '../resources/review-digest'
import { reviewDigest } from '@/lib/review/digest/review-digest'

export const GET: Handler = async ({ db, request, caller }) => {
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
}
