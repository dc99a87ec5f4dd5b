import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { quarantineBody } from '../review-schemas'
import { wireQuarantine } from '../resources/quarantine'
import { quarantineMemory } from '@/lib/store/quarantine/quarantine-memory'

type Params = { storeId: string; memoryId: string }

export const POST: Handler<Params> = async ({ db, request, params, cause }) => {
  const body = parseInput(quarantineBody, await readJson(request))
  const quarantine = await quarantineMemory(db, {
    ...params,
    versionId: body.memory_version_id,
    reason: body.reason,
    cause,
  })
  return wireQuarantine(params, quarantine)
}
