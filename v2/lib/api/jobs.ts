import { createRoute, z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { mayStop, sees } from '@/lib/auth/access'
import { getJob, type Job, jobEnded, stopJob } from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import type { SeedReport } from '@/lib/transfer/report'
import { wireReport } from './import-report'
import { answer, type Env, knownIds, may, part, size, time } from './kit'

/** Long work: reading how far it is, and stopping it. */

export const WireJob = z
  .strictObject({
    id: z.string(),
    type: z.literal('job'),
    kind: z.string(),
    state: z.enum(['running', 'done', 'failed', 'stopped']),
    phase: z.string(),
    progress: size,
    total: size,
    result: z.record(z.string(), z.unknown()).nullable(),
    error: z.string().nullable(),
    created_at: time,
    finished_at: time.nullable(),
  })
  .openapi('Job')

export const wireJob = (job: Job): z.output<typeof WireJob> => ({
  id: job.id,
  type: 'job',
  kind: job.kind,
  // One that waits for a person has its source already.
  state: job.state === 'waiting' ? 'running' : job.state,
  phase: job.phase,
  progress: job.done,
  total: job.total,
  result: resultOf(job),
  error: job.error,
  created_at: job.createdAt.toISOString(),
  finished_at: job.finishedAt?.toISOString() ?? null,
})

/** Results in the wire's words. */
function resultOf({ kind, result }: Job): z.output<typeof WireJob>['result'] {
  return kind === 'seed' && result ? wireReport(result as unknown as SeedReport) : result
}

/** A job as it stands, or, with `wait`, when it has ended. */
export async function answeredJob(
  id: string,
  wait: boolean,
  signal: AbortSignal,
): Promise<z.output<typeof WireJob>> {
  return wireJob(wait ? await jobEnded(id, signal) : await getJob(id))
}

/** Refuses a job that is not there, or not for this caller. */
const seenJob = createMiddleware<Env>(async (c, next) => {
  const id = c.req.param('jobId') ?? ''
  const job = await getJob(id)
  if (!sees(c.var.caller, job.storeId)) {
    throw new Refusal('job_not_found', `There is no job ${id} here.`)
  }
  return next()
})

const JOB = '/v1/jobs/{jobId}'
const request = { params: z.object({ jobId: z.string() }) }
const middleware = [may('read'), knownIds, seenJob]

const get = createRoute({
  method: 'get',
  path: JOB,
  operationId: 'getJob',
  summary: 'Read how far a job is',
  middleware,
  request,
  responses: answer(WireJob),
})

const stop = createRoute({
  method: 'post',
  path: `${JOB}/stop`,
  operationId: 'stopJob',
  summary: 'Stop a job; what it did stays',
  middleware,
  request,
  responses: answer(WireJob),
})

export const jobs = part()
  .openapi(get, async (c) => c.json(wireJob(await getJob(c.req.valid('param').jobId)), 200))
  .openapi(stop, async (c) => {
    const job = await getJob(c.req.valid('param').jobId)
    if (!mayStop(c.var.caller, { type: job.actorType, id: job.actorId })) {
      throw new Refusal(
        'may_not',
        'Stopping a job needs the key that started it, or one with the access admin.',
      )
    }
    return c.json(wireJob(await stopJob(job.id)), 200)
  })
