import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { getMemory } from '@/lib/store/memories'
import { getStore } from '@/lib/store/stores'
import { getVersion } from '@/lib/store/versions'
import { fileAnswer } from '../answered'

const query = z.object({
  store: z.string(),
  path: z.string().optional(),
  memory: z.string().optional(),
  version: z.string().optional(),
})

/** A memory as a file, byte for byte: as it is now, or as one of its versions left it. */
export const GET = (request: NextRequest): Promise<Response> =>
  fileAnswer(async () => {
    const { data } = query.safeParse(Object.fromEntries(request.nextUrl.searchParams))
    const { path = null, content = null } = data ? await textOf(data) : {}
    if (path === null || content === null) return null
    const name = path.slice(path.lastIndexOf('/') + 1)
    // Whatever it says it is, a browser must not run it.
    return { name, type: 'text/plain; charset=utf-8', body: content }
  })

async function textOf({ store: storeId, path = '', memory, version }: z.output<typeof query>) {
  await getStore(storeId)
  if (version !== undefined) return getVersion({ storeId, versionId: version })
  const address = memory === undefined ? { path } : { memoryId: memory }
  return getMemory({ storeId, ...address }, 'full')
}
