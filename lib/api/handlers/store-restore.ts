import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { restoreStoreBody } from '../schemas'
import { wireRollback } from '../resources/changes'
import { restoreStore } from '@/lib/store/undo/restore-store'

export const POST: Handler<{ storeId: string }> = async ({
  db,
  request,
  params,
  audience,
  cause,
}) => {
  const body = parseInput(restoreStoreBody, await readJson(request))
  const isDryRun = body.dry_run
  const { storeId } = params
  const result = await restoreStore(db, {
    storeId,
    at: { time: body.at },
    isDryRun,
    plan: body.plan,
    signal: isDryRun ? request.signal : undefined,
    audience,
    cause,
  })
  return wireRollback(result, isDryRun)
}
