import type { Handler } from '../api-call'
import { parseQuery } from '../parse'
import { requireStore } from '../require-seen'
import { reviewMetricsQuery } from '../review-schemas'
import { wireMetrics } from '../resources/review-metrics'
import { reviewMetrics } from '@/lib/review/metrics/review-metrics'
import { DAY_MS } from '@/lib/text/day-ms'

const USUAL_MS = 30 * DAY_MS

export const GET: Handler = async ({ db, request, caller }) => {
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
}
