import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { restoreVersionBody } from '../schemas'
import { wireMemory } from '../resources/memory'
import { restoreVersion } from '@/lib/store/versions/restore-version'

type Params = { storeId: string; versionId: string }

export const POST: Handler<Params> = async ({ db, request, params, cause }) => {
  const { precondition } = parseInput(restoreVersionBody, await readJson(request))
  const { memory } = await restoreVersion(db, {
    ...params,
    precondition: precondition ? { contentSha256: precondition.content_sha256 } : undefined,
    cause,
  })
  return wireMemory(memory)
}
