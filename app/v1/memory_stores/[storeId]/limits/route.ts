import { apiRoute } from '@/lib/api/api-route'
import { limitsBody } from '@/lib/api/limits-schemas'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { wireLimits } from '@/lib/api/serialise-limits'
import { storeLimits } from '@/lib/store/store-limits'
import { getStore } from '@/lib/store/get-store'
import { updateStore } from '@/lib/store/update-store'

type Params = { storeId: string }

export const GET = apiRoute<Params>('read', async ({ db, params, request }) =>
  wireLimits(params.storeId, await storeLimits(db, { ...params, signal: request.signal })),
)

export const POST = apiRoute<Params>('administer', async ({ db, request, params, cause }) => {
  const { storeId } = params
  const { settings } = await getStore(db, storeId)
  const body = parseInput(limitsBody, await readJson(request))
  const kept = (asked: number | null | undefined, before: number | null) =>
    asked === undefined ? before : asked
  await updateStore(db, {
    storeId,
    settings: {
      maxMemories: kept(body.memories, settings.maxMemories),
      maxBytes: kept(body.bytes, settings.maxBytes),
      maxVersions: kept(body.versions, settings.maxVersions),
      maxContentBytes: body.memory_bytes ?? settings.maxContentBytes,
      maxViewChars: body.view_characters ?? settings.maxViewChars,
    },
    cause,
  })
  return wireLimits(storeId, await storeLimits(db, { storeId, signal: request.signal }))
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
