import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { restoreVersionBody } from '@/lib/api/schemas'
import { wireMemory } from '@/lib/api/serialise'
import { restoreVersion } from '@/lib/store/restore-version'

type Params = { storeId: string; versionId: string }

export const POST = apiRoute<Params>('write', async ({ db, request, params, cause }) => {
  const { precondition } = parseInput(restoreVersionBody, await readJson(request))
  const { memory } = await restoreVersion(db, {
    ...params,
    precondition: precondition ? { contentSha256: precondition.content_sha256 } : undefined,
    cause,
  })
  return wireMemory(memory)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
