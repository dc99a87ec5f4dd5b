import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { readsQuery } from '@/lib/api/schemas'
import { wireReads } from '@/lib/api/serialise'
import { listReads } from '@/lib/store/reads'

export const GET = apiRoute<{ storeId: string }>('read', async ({ db, request, params }) => {
  const query = parseQuery(readsQuery, request)
  const reads = await listReads(db, {
    storeId: params.storeId,
    memoryId: query.memory_id,
    sessionId: query.session_id,
    limit: query.limit,
  })
  return { data: reads.map(wireReads) }
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
