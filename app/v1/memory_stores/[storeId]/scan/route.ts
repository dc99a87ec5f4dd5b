import { apiRoute } from '@/lib/api/api-route'
import { scanStoreBody } from '@/lib/api/finding-schemas'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { wireJob } from '@/lib/api/serialise'
import { lastScan, startScan } from '@/lib/review/scan-store'

/** Scans the memories of a store by the present rules: a job; of one that is being scanned, that job. */
export const POST = apiRoute<{ storeId: string }>(
  'decide',
  async ({ db, request, params: { storeId }, caller }) => {
    const body = parseInput(scanStoreBody, await readJson(request))
    const last = await lastScan(db, storeId)
    if (last?.state === 'running') return wireJob(last)
    const { job } = await startScan(db, {
      storeId,
      history: body.history,
      isDryRun: body.dry_run,
      startedBy: caller.actor,
    })
    return wireJob(job)
  },
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
