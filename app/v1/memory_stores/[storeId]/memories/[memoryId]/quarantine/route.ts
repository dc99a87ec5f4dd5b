import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { quarantineBody } from '@/lib/api/review-schemas'
import { wireQuarantine } from '@/lib/api/serialise-review'
import { quarantineMemory } from '@/lib/store/quarantine-memory'

type Params = { storeId: string; memoryId: string }

export const POST = apiRoute<Params>('decide', async ({ db, request, params, cause }) => {
  const body = parseInput(quarantineBody, await readJson(request))
  const quarantine = await quarantineMemory(db, {
    ...params,
    versionId: body.memory_version_id,
    reason: body.reason,
    cause,
  })
  return wireQuarantine(params, quarantine)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
