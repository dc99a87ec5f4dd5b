import type { NextRequest } from 'next/server'
import { getJob } from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import { receiptOf } from '@/lib/store/redact/redact'
import { answered } from '../answered'

/** The receipt of a redaction as a file. It holds no text. */
export async function GET(request: NextRequest) {
  const id = request.nextUrl.searchParams.get('id') ?? ''
  const response = await answered(async () => {
    const receipt = receiptOf(await getJob(id))
    if (!receipt) throw new Refusal('job_not_found', `There is no receipt of ${id}.`)
    return { type: 'redaction_receipt', id, ...receipt }
  })
  response.headers.set('content-disposition', 'attachment; filename="redaction-receipt.json"')
  return response
}
