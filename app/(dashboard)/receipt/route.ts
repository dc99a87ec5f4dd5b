import type { NextRequest } from 'next/server'
import { getJob } from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import { receiptOf } from '@/lib/store/redact/redact'
import { fileAnswer } from '../answered'

/** The receipt of a redaction as a file. It holds no text. */
export const GET = (request: NextRequest): Promise<Response> =>
  fileAnswer(async () => {
    const id = request.nextUrl.searchParams.get('id') ?? ''
    const receipt = receiptOf(await getJob(id))
    if (!receipt) throw new Refusal('job_not_found', `There is no receipt of ${id}.`)
    const body = JSON.stringify({ type: 'redaction_receipt', id, ...receipt })
    return { name: 'redaction-receipt.json', type: 'application/json', body }
  })
