import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { parseQuery } from '../parse'
import { listVersionsQuery } from '../schemas'
import { wireVersion } from '../resources/memory-version'
import { wirePage } from '../resources/values'
import { listVersions } from '@/lib/store/versions/read-versions'
import { recordShownVersions } from '@/lib/store/reads/reads'

const MAX_FULL_ITEMS = 20

export const GET: Handler<{ storeId: string }> = async (call) => {
  const { db, request, params, audience, cause, dialect } = call
  const query = parseQuery(listVersionsQuery, request, dialect)
  const filters = {
    memoryId: query.memory_id,
    operation: query.operation,
    sessionId: query.session_id,
    apiKeyId: query.api_key_id,
    serviceAccountId: query.service_account_id,
    createdFrom: query['created_at[gte]'],
    createdTo: query['created_at[lte]'],
  }
  const scope = ['versions', params.storeId, JSON.stringify(filters)]
  const page = await listVersions(db, {
    storeId: params.storeId,
    ...filters,
    audience,
    view: query.view,
    limit: query.view === 'full' ? Math.min(query.limit, MAX_FULL_ITEMS) : query.limit,
    before: decodeCursor(scope, query.page, 'number'),
  })
  recordShownVersions(db, page.versions, cause)
  const next = page.next === null ? null : encodeCursor(scope, page.next)
  return wirePage(page.versions.map(wireVersion), next)
}
