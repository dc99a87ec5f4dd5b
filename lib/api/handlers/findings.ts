import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { listFindingsQuery, wireFinding } from '../resources/finding'
import { parseQuery } from '../parse'
import { wirePage } from '../resources/values'
import { listFindings } from '@/lib/review/findings/read-findings'
import { getStore } from '@/lib/store/stores/read-stores'

interface Params {
  storeId: string
}

export const GET: Handler<Params> = async ({ db, request, params, audience }) => {
  const {
    limit,
    page: cursor,
    memory_id: memoryId,
    path_prefix: prefix,
    ...words
  } = parseQuery(listFindingsQuery, request)
  const { id: storeId } = await getStore(db, params.storeId)
  // Of a deleted memory, which has no path, findings are listed where no folder is asked for.
  const pathPrefix = prefix === '/' ? undefined : prefix
  const filters = { memoryId, pathPrefix, ...words }
  const scope = ['findings', storeId, JSON.stringify(filters)]
  const [severity, key] = decodeCursor(scope, cursor, 'finding') ?? []
  const page = await listFindings(db, {
    storeId,
    ...filters,
    audience,
    limit,
    after: severity === undefined || key === undefined ? undefined : { severity, key },
  })
  const next = page.next && encodeCursor(scope, [page.next.severity, page.next.key])
  return wirePage(page.findings.map(wireFinding), next)
}
