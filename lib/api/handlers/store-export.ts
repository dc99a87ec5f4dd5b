import { may } from '@/lib/auth/may'
import type { Handler } from '../api-call'
import { exportResponse } from '../export-response'
import { parseQuery } from '../parse'
import { exportQuery } from '../schemas'

export const GET: Handler<{ storeId: string }> = async (call) => {
  const { db, request, params, audience, cause, caller, requestId } = call
  const { storeId } = params
  const query = parseQuery(exportQuery, request)
  // Tests are read by those who may decide.
  const hasTests = may(caller, 'decide')
  const asked = { storeId, query, audience, reader: cause, requestId, hasTests }
  return exportResponse(db, request, asked)
}
