import { apiRoute } from '@/lib/api/api-route'
import { decodeCursor, encodeCursor } from '@/lib/api/cursor'
import { parseQuery } from '@/lib/api/parse'
import { listVersionsQuery } from '@/lib/api/schemas'
import { wirePage, wireVersion } from '@/lib/api/serialise'
import { listVersions } from '@/lib/store/list-versions'

const MAX_FULL_ITEMS = 20

export const GET = apiRoute<{ storeId: string }>('read', async ({ db, request, params }) => {
  const query = parseQuery(listVersionsQuery, request)
  const filters = {
    memoryId: query.memory_id,
    operation: query.operation,
    sessionId: query.session_id,
    apiKeyId: query.api_key_id,
    serviceAccountId: query.service_account_id,
    createdFrom: query['created_at[gte]'] ?? query.created_at_gte,
    createdTo: query['created_at[lte]'] ?? query.created_at_lte,
  }
  const scope = ['versions', params.storeId, JSON.stringify(filters)]
  const page = await listVersions(db, {
    storeId: params.storeId,
    ...filters,
    view: query.view,
    limit: query.view === 'full' ? Math.min(query.limit, MAX_FULL_ITEMS) : query.limit,
    before: query.page === undefined ? undefined : Number(decodeCursor(scope, query.page)),
  })
  const next = page.next === null ? null : encodeCursor(scope, page.next)
  return wirePage(page.versions.map(wireVersion), next)
})
