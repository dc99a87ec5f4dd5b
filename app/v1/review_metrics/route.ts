import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { requireStore } from '@/lib/api/require-seen'
import { reviewMetricsQuery } from '@/lib/api/review-schemas'
import { wireMetrics } from '@/lib/api/serialise-metrics'
import { reviewMetrics } from '@/lib/review/review-metrics'

const USUAL_MS = 30 * 86_400_000

export const GET = apiRoute('read', async ({ db, request, caller }) => {
  const query = parseQuery(reviewMetricsQuery, request)
  if (query.store_id !== undefined) requireStore(caller, query.store_id)
  const now = Date.now()
  const to = query.to ?? now
  const metrics = await reviewMetrics(db, {
    from: query.from ?? to - USUAL_MS,
    to,
    storeId: query.store_id,
    onlyStoreIds: caller.storeIds ?? undefined,
    now,
    signal: request.signal,
  })
  return wireMetrics(metrics)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
