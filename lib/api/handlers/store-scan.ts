import type { Handler } from '../api-call'
import { scanStoreBody } from '../resources/finding'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireJob } from '../resources/job'
import { lastScan, startScan } from '@/lib/review/findings/scan-store'

/** Scans the memories of a store by the present rules: a job; of one that is being scanned, that job. */
export const POST: Handler<{ storeId: string }> = async ({
  db,
  request,
  params: { storeId },
  caller,
}) => {
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
}
