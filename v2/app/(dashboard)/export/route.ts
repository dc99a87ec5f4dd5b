import { Readable } from 'node:stream'
import type { NextRequest } from 'next/server'
import { BY_PERSON } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores'
import { plainName } from '@/lib/text/visible-text'
import { EXPORT_TYPES, exportStore } from '@/lib/transfer/export'
import { attachment, refusedAnswer } from '../answered'

/**
 * A store as a file, sent as it is made: its memories, now or at a moment, as a zip or as JSON Lines, or
 * with every version.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const { searchParams } = request.nextUrl
  const storeId = searchParams.get('store') ?? ''
  const at = Number(searchParams.get('at') || Number.NaN)
  const withHistory = searchParams.get('history') === '1'
  const format = withHistory || searchParams.get('format') === 'jsonl' ? 'jsonl' : 'zip'
  try {
    const { name } = await getStore(storeId)
    const bytes = await exportStore({
      storeId,
      format,
      withHistory,
      at: Number.isInteger(at) ? at : undefined,
      reader: BY_PERSON,
      signal: request.signal,
    })
    return new Response(
      Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream,
      {
        headers: {
          ...attachment(`${plainName(name)}.${format}`),
          'content-type': EXPORT_TYPES[format],
          'cache-control': 'no-store, no-transform',
        },
      },
    )
  } catch (error) {
    return refusedAnswer(error)
  }
}
