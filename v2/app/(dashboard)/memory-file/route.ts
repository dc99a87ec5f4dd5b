import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { getMemory } from '@/lib/store/memories'
import { getStore } from '@/lib/store/stores'
import { getVersion } from '@/lib/store/versions'
import { attachment, refusedAnswer } from '../answered'

const query = z.object({
  store: z.string(),
  path: z.string().optional(),
  memory: z.string().optional(),
  version: z.string().optional(),
})

/** A memory as a file, byte for byte: as it is now, or as one of its versions left it. */
export async function GET(request: NextRequest): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(request.nextUrl.searchParams))
  if (!asked.success) return notThere()
  try {
    const { path, content } = await textOf(asked.data)
    return path === null || content === null ? notThere() : textFile(path, content)
  } catch (error) {
    return refusedAnswer(error)
  }
}

async function textOf({ store: storeId, path = '', memory, version }: z.output<typeof query>) {
  await getStore(storeId)
  if (version !== undefined) return getVersion({ storeId, versionId: version })
  const address = memory === undefined ? { path } : { memoryId: memory }
  return getMemory({ storeId, ...address }, 'full')
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
