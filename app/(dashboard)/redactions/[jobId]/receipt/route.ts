import { database } from '@/lib/db/open-database'
import { getJob } from '@/lib/jobs/read-jobs'
import { receiptOf } from '@/lib/store/redaction/redact-text'

export const dynamic = 'force-dynamic'

/** The receipt of a redaction as a download. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/redactions/[jobId]/receipt'>,
): Promise<Response> {
  const { jobId } = await params
  const job = await getJob(database(), jobId)
  const receipt = job && receiptOf(job)
  if (!receipt) return new Response('There is no such receipt.\n', { status: 404 })
  const { id, state, createdAt, finishedAt } = job
  const file = { type: 'redaction_receipt', jobId: id, state, createdAt, finishedAt, ...receipt }
  return new Response(`${JSON.stringify(file, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="redaction-${id}.json"`,
      'cache-control': 'no-store',
    },
  })
}
