import { attachment } from '@/lib/api/attachment'
import { byteStream } from '@/lib/api/byte-stream'
import { database } from '@/lib/db/open-database'
import { StoreError } from '@/lib/store/model/problems'
import { getMemory } from '@/lib/store/memories/read-memories'
import { getVersion } from '@/lib/store/versions/read-versions'
import { EXPORT_TYPES, exportMemoryHistory } from '@/lib/transfer/export-store'

export const dynamic = 'force-dynamic'

/**
 * One memory as a file: its text, now or of a version, or every version, in the format that a store
 * is seeded from.
 */
export async function GET(
  request: Request,
  { params }: RouteContext<'/stores/[storeId]/memories/[memoryId]'>,
): Promise<Response> {
  const memory = await params
  const search = new URL(request.url).searchParams
  try {
    if (search.get('history') === '1') return await historyOf(memory, request.signal)
    const { path, content } = await textOf(memory, search.get('version'))
    return path === null || content === null ? notThere() : textFile(path, content)
  } catch (error) {
    if (error instanceof StoreError) return notThere()
    throw error
  }
}

interface MemoryParams {
  storeId: string
  memoryId: string
}

/** Returns the memory's path and content, now or as of a version. */
async function textOf(
  memory: MemoryParams,
  versionId: string | null,
): Promise<{ path: string | null; content: string | null }> {
  if (versionId === null) return getMemory(database(), memory)
  const version = await getVersion(database(), { ...memory, versionId })
  return version.memoryId === memory.memoryId ? version : { path: null, content: null }
}

const notThere = () => new Response(null, { status: 404 })

function textFile(path: string, content: string): Response {
  return new Response(content, {
    headers: {
      ...attachment(path.slice(path.lastIndexOf('/') + 1)),
      // Whatever it says it is, a browser must not run it.
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}

async function historyOf(memory: MemoryParams, asked: AbortSignal): Promise<Response> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([asked, leaving.signal])
  const bytes = await exportMemoryHistory(database(), { ...memory, signal })
  return new Response(
    byteStream(bytes, () => leaving.abort()),
    {
      headers: {
        ...attachment(`${memory.memoryId}.jsonl`),
        'content-type': EXPORT_TYPES.jsonl,
        'cache-control': 'no-store',
      },
    },
  )
}
