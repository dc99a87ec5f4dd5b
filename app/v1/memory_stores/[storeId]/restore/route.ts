import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { restoreStoreBody } from '@/lib/api/schemas'
import { wireRollback } from '@/lib/api/serialise'
import { restoreStore } from '@/lib/store/restore-store'

export const POST = apiRoute<{ storeId: string }>(
  'write',
  async ({ db, request, params, audience, cause }) => {
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
  },
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
