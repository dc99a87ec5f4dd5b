import type { z } from 'zod'
import type { Database } from '@/lib/db/database'
import { getStore } from '@/lib/store/stores/read-stores'
import type { Audience } from '@/lib/store/model/audience'
import type { Cause } from '@/lib/store/model/actor'
import { mountStem } from '@/lib/text/mount-name'
import { EXPORT_TYPES, ExportError, exportStore } from '@/lib/transfer/export-store'
import { invalidRequest } from './api-error'
import type { ApiRequest } from './api-request'
import { byteStream } from './byte-stream'
import { answerHeaders } from './respond'
import { exportedTests } from './transferred-tests'
import type { exportQuery } from './schemas'

export interface ExportRequest {
  storeId: string
  query: z.output<typeof exportQuery>
  /** agents are not served what is in quarantine */
  audience: Audience
  /** whose read of all that it has it is */
  reader: Cause
  requestId: string
  /** whether its memory tests go with it, as JSON Lines do */
  hasTests: boolean
}

/** A store as a file, streamed. Refuses `store_not_found`, and what the format cannot hold as 400. */
export async function exportResponse(
  db: Database,
  request: Pick<ApiRequest, 'signal'>,
  { storeId, query, audience, reader, requestId, hasTests }: ExportRequest,
): Promise<Response> {
  const store = await getStore(db, storeId)
  const leaving = new AbortController()
  const bytes = await exportStore(db, {
    storeId: store.id,
    format: query.format,
    withHistory: query.history,
    at: query.at === undefined ? undefined : { time: query.at },
    audience,
    reader,
    tests: hasTests && query.format === 'jsonl' ? await exportedTests(db, store.id) : undefined,
    signal: AbortSignal.any([request.signal, leaving.signal]),
  }).catch((error: unknown) => {
    throw error instanceof ExportError ? invalidRequest(error.message) : error
  })
  const name = mountStem(store.name)
  return new Response(
    byteStream(bytes, () => leaving.abort()),
    {
      headers: {
        ...answerHeaders(requestId),
        'content-type': EXPORT_TYPES[query.format],
        'content-disposition': `attachment; filename="${name}.${query.format}"`,
      },
    },
  )
}
