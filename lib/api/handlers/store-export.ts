import type { Handler } from '../api-call'
import { exportResponse } from '../export-response'
import { parseQuery } from '../parse'
import { exportQuery } from '../schemas'

export const GET: Handler<{ storeId: string }> = async (call) => {
  const { db, request, params, audience, cause, requestId } = call
  const { storeId } = params
  const query = parseQuery(exportQuery, request)
  return exportResponse(db, request, { storeId, query, audience, reader: cause, requestId })
}
