import type { Handler } from '../api-call'
import { limitsBody, wireLimits } from '../resources/store-limits'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { storeLimits } from '@/lib/store/stores/store-limits'
import { getStore } from '@/lib/store/stores/read-stores'
import { updateStore } from '@/lib/store/stores/change-stores'

type Params = { storeId: string }

export const GET: Handler<Params> = async ({ db, params, request }) =>
  wireLimits(params.storeId, await storeLimits(db, { ...params, signal: request.signal }))

export const POST: Handler<Params> = async ({ db, request, params, cause }) => {
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
}
