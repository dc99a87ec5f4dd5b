import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { undoBody } from '../schemas'
import { wireRollback } from '../resources/changes'
import { undoChanges } from '@/lib/store/undo/undo-changes'

export const POST: Handler<{ storeId: string }> = async ({
  db,
  request,
  params,
  audience,
  cause,
}) => {
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
}
