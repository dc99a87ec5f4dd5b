import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { undoBody } from '@/lib/api/schemas'
import { wireRollback } from '@/lib/api/serialise'
import { undoChanges } from '@/lib/store/undo-changes'

export const POST = apiRoute<{ storeId: string }>(
  'write',
  async ({ db, request, params, audience, cause }) => {
    const body = parseInput(undoBody, await readJson(request))
    const result = await undoChanges(db, {
      storeId: params.storeId,
      changes:
        body.session_id === undefined
          ? { versionIds: body.memory_version_ids ?? [] }
          : { sessionId: body.session_id },
      isDryRun: body.dry_run,
      isForced: body.force,
      plan: body.plan,
      signal: body.dry_run ? request.signal : undefined,
      audience,
      cause,
    })
    return wireRollback(result, body.dry_run)
  },
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
