import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Caller, mayStop, sees } from '@/lib/auth/access'
import { getJob, type Job, jobEnded, type JobKind, stopJob } from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import { getSession } from '@/lib/sessions/sessions'
import { type Actor, actorOf } from '@/lib/store/model/actor'
import type { SeedReport } from '@/lib/transfer/report'
import { refuseEnded } from './chain'
import { wireReport } from './import-report'
import { about, answer, type Env, part, requireMay, size, time, wireActor } from './kit'
import { seesSession } from './sessions'

/** Long work: reading how far it is, and stopping it. */

export const WireJob = z
  .strictObject({
    id: z.string(),
    type: z.literal('job'),
    kind: z.string(),
    state: z.enum(['running', 'done', 'failed', 'stopped']),
    /** what it is doing; '' once it has ended */
    phase: z.string(),
    progress: size,
    total: size,
    result: z.record(z.string(), z.unknown()).nullable(),
    error: z.string().nullable(),
    created_at: time,
    finished_at: time.nullable(),
  })
  .openapi('Job')

function wireJob(job: Job, caller: Caller): z.output<typeof WireJob> {
  return {
    id: job.id,
    type: 'job',
    kind: job.kind,
    state: job.state,
    phase: job.finishedAt ? '' : job.phase,
    progress: job.done,
    total: job.total,
    result: resultOf(job, caller),
    error: job.error,
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
  }
}

function resultOf(
  { kind, result: told }: Job,
  { storeIds }: Caller,
): Record<string, unknown> | null {
  const { problem: _, ...result } = told ?? {}
  if (Object.keys(result).length === 0) return null
  if (kind === 'seed') return wireReport(result as unknown as SeedReport)
  const { redactedBy } = result
  return snakeCased({
    ...result,
    ...(redactedBy !== undefined && { redactedBy: wireActor(redactedBy as unknown as Actor) }),
    // What stands in stores that a caller does not see is none of its business.
    ...(storeIds !== null && { elsewhere: undefined, outside: undefined }),
  })
}

/** A result's own fields in the wire's words. */
const snakeCased = (result: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(result), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const snake = (name: string) => name.replaceAll(/[A-Z]/g, (each) => `_${each.toLowerCase()}`)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [snake(name), each]))
  }) as Record<string, unknown>

/** A job as it stands, or, with `wait`, when it has ended. */
export async function answeredJob(
  c: Context<Env>,
  id: string,
  wait = false,
): Promise<z.output<typeof WireJob>> {
  const job = wait ? await jobEnded(id, c.req.raw.signal) : await getJob(id)
  if (wait) await refuseEnded(c.req.raw, c.var.caller)
  return wireJob(job, c.var.caller)
}

/** A search names memories of all stores of its session. */
async function seesJob(caller: Caller, { storeId, sessionId }: Job): Promise<boolean> {
  if (caller.storeIds === null || sessionId === null) return sees(caller, storeId)
  return seesSession(caller, await getSession(sessionId))
}

/** What asks models is stopped by whoever may have it begin. */
const ASKING: readonly JobKind[] = ['cause', 'test']

/** Refuses a job that is not there, or not for this caller. */
const seenJob = createMiddleware<Env>(async (c, next) => {
  const id = c.req.param('jobId') ?? ''
  const job = await getJob(id)
  if (!(await seesJob(c.var.caller, job))) {
    throw new Refusal('job_not_found', `There is no job ${id} here.`)
  }
  return next()
})

const JOB = '/v1/jobs/{jobId}'
const ofJob = about(seenJob)

const get = ofJob('get', JOB, 'getJob', 'read', {
  summary: 'Read how far a job is',
  responses: answer(WireJob),
})

const stop = ofJob('post', `${JOB}/stop`, 'stopJob', 'read', {
  summary: 'Stop a job; what it did stays',
  responses: answer(WireJob),
})

export const jobs = part()
  .openapi(get, async (c) => c.json(await answeredJob(c, c.req.valid('param').jobId), 200))
  .openapi(stop, async (c) => {
    const job = await getJob(c.req.valid('param').jobId)
    if (ASKING.includes(job.kind)) requireMay(c, 'ask models')
    else if (!mayStop(c.var.caller, actorOf(job))) {
      throw new Refusal(
        'may_not',
        'Stopping a job needs the key that started it, or one with the access admin.',
      )
    }
    return c.json(wireJob(await stopJob(job.id), c.var.caller), 200)
  })
