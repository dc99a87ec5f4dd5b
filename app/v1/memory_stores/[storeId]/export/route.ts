import { invalidRequest } from '@/lib/api/api-error'
import { apiRoute } from '@/lib/api/api-route'
import { byteStream } from '@/lib/api/byte-stream'
import { isFromDashboard } from '@/lib/api/outside-calls'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { answerHeaders } from '@/lib/api/respond'
import { exportQuery } from '@/lib/api/schemas'
import { getStore } from '@/lib/store/get-store'
import { EXPORT_TYPES, ExportError, exportStore } from '@/lib/transfer/export-store'
import { mountNames } from '@/lib/text/mount-name'

export const GET = apiRoute<{ storeId: string }>('read', async (call) => {
  const { db, request, params, audience, cause, requestId } = call
  const query = parseQuery(exportQuery, request)
  const store = await getStore(db, params.storeId)
  const leaving = new AbortController()
  const bytes = await exportStore(db, {
    storeId: store.id,
    format: query.format,
    withHistory: query.history,
    at: query.at === undefined ? undefined : { time: query.at },
    audience,
    reader: isFromDashboard(request) ? undefined : cause,
    signal: AbortSignal.any([request.signal, leaving.signal]),
  }).catch((error: unknown) => {
    throw error instanceof ExportError ? invalidRequest(error.message) : error
  })
  const [name = 'store'] = mountNames([store.name])
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
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
