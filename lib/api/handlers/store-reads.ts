import type { Handler } from '../api-call'
import { parseQuery } from '../parse'
import { readsQuery } from '../schemas'
import { wireReads } from '../resources/memory-reads'
import { listReads } from '@/lib/store/reads/reads'

export const GET: Handler<{ storeId: string }> = async ({ db, request, params, audience }) => {
  const query = parseQuery(readsQuery, request)
  const reads = await listReads(db, {
    storeId: params.storeId,
    memoryId: query.memory_id,
    sessionId: query.session_id,
    limit: query.limit,
    audience,
  })
  return { data: reads.map(wireReads) }
}
