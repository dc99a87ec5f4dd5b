import type { Handler } from '../api-call'
import { invalidRequest } from '../api-error'
import { parseQuery } from '../parse'
import { searchQuery } from '../schemas'
import { wireHistory, wireSearch } from '../resources/search-result'
import { recordShownHistory, recordShownLines } from '@/lib/store/reads/reads'
import { searchHistory } from '@/lib/store/search/search-history'
import { searchStore } from '@/lib/store/search/search-store'

export const GET: Handler<{ storeId: string }> = async ({
  db,
  request,
  params,
  audience,
  cause,
}) => {
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
      audience,
      signal,
    })
    recordShownLines(db, result.hits, cause)
    return wireSearch(result)
  }
  if (query.at !== undefined) throw invalidRequest('at: has no meaning when history is searched')
  if (query.path_prefix !== '/') {
    throw invalidRequest('path_prefix: has no meaning when history is searched')
  }
  const { q, limit } = query
  const result = await searchHistory(db, { storeId, query: q, limit, audience, signal })
  recordShownHistory(db, result.hits, cause)
  return wireHistory(result)
}
