import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ask } from '@/components/queries/ask'
import { type JobAnswer, jobAnswer } from '@/lib/wire/job'

const POLL_MS = 300

/** Follows a job until it has ended. `known`: as it was when the page came. */
export function jobQuery<Job extends JobAnswer>(schema: z.ZodMiniType<Job>, known: Job) {
  return queryOptions({
    queryKey: ['job', known.id],
    queryFn: (): Promise<Job> => ask(schema, `/v1/jobs/${known.id}`),
    initialData: known,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
}

/** Asks a job to stop; it does at the next point where nothing is half done. */
export async function stopJob(jobId: string): Promise<void> {
  await ask(jobAnswer, `/v1/jobs/${jobId}/stop`, { method: 'POST' })
}
