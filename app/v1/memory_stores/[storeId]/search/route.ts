import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { invalidRequest } from '@/lib/api/api-error'
import { parseQuery } from '@/lib/api/parse'
import { searchQuery } from '@/lib/api/schemas'
import { wireHistory, wireSearch } from '@/lib/api/serialise'
import { searchHistory } from '@/lib/store/search-history'
import { searchStore } from '@/lib/store/search-store'

export const GET = apiRoute<{ storeId: string }>('read', async ({ db, request, params }) => {
  const query = parseQuery(searchQuery, request)
  const { storeId } = params
  const { signal } = request
  if (!query.history) {
    const result = await searchStore(db, {
      storeId,
      query: query.q,
      directory: query.path_prefix.slice(0, -1),
      at: query.at === undefined ? undefined : { time: query.at },
      limit: query.limit,
      signal,
    })
    return wireSearch(result)
  }
  if (query.at !== undefined) throw invalidRequest('at: has no meaning when history is searched')
  if (query.path_prefix !== '/') {
    throw invalidRequest('path_prefix: has no meaning when history is searched')
  }
  return wireHistory(
    await searchHistory(db, { storeId, query: query.q, limit: query.limit, signal }),
  )
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
