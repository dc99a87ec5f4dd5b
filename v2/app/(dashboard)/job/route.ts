import type { NextRequest } from 'next/server'
import { getJob } from '@/lib/jobs/jobs'
import { answered } from '../answered'

/** A job as its page shows it: how far it is, and its result. */
export const GET = (request: NextRequest) =>
  answered(async () => {
    const { input: _, ...job } = await getJob(request.nextUrl.searchParams.get('id') ?? '')
    return job
  })
