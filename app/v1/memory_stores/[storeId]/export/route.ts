import { apiRoute } from '@/lib/api/api-route'
import { exportResponse } from '@/lib/api/export-response'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { exportQuery } from '@/lib/api/schemas'

export const GET = apiRoute<{ storeId: string }>('read', async (call) => {
  const { db, request, params, audience, cause, requestId } = call
  const { storeId } = params
  const query = parseQuery(exportQuery, request)
  return exportResponse(db, request, { storeId, query, audience, reader: cause, requestId })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
