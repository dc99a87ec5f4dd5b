import { queryOptions } from '@tanstack/react-query'
import { ask, type LoadSchema } from '@/components/queries/ask'
import type { JobAnswer } from '@/lib/wire/job'

const POLL_MS = 300

const anyJob = async () => (await import('@/lib/wire/job')).jobAnswer

/** Follows a job to its end. `known`: the job as of rendering. */
export function jobQuery<Job extends JobAnswer>(loadSchema: LoadSchema<Job>, known: Job) {
  return queryOptions({
    queryKey: ['job', known.id],
    queryFn: (): Promise<Job> => ask(loadSchema, `/dashboard/v1/jobs/${known.id}`),
    initialData: known,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
}

/** Asks a job to stop; it does at the next consistent point. */
export async function stopJob(jobId: string): Promise<void> {
  await ask(anyJob, `/dashboard/v1/jobs/${jobId}/stop`, { method: 'POST' })
}
