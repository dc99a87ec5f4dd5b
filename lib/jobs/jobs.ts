import { setTimeout as sleep } from 'node:timers/promises'
import { db, type Tx, write } from '@/lib/db'
import { refusalOf } from '@/lib/db/faults'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import type { ActorType } from '@/lib/db/generated/sqlite/enums'
import { refuseLost, runLost, withLease } from '@/lib/db/lease'
import { ending, untilDone } from '@/lib/ending'
import { follow, tell } from '@/lib/live/live'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { Refusal, unlessRefused } from '@/lib/refusal'
import { newId } from '@/lib/text/ids'

/**
 * Long work that is watched, stopped, and taken up again after a kill. A kind finds out from its rows
 * what is done already, so resuming is starting.
 */

export type JobKind = 'redact' | 'compact' | 'seed' | 'copy' | 'purge' | 'cause' | 'test'
export type JobState = 'running' | 'done' | 'failed' | 'stopped'

export type Json = Prisma.InputJsonObject

/** A job; `kind` and `state` are words of closed sets. */
export type Job = Omit<Prisma.JobGetPayload<object>, 'kind' | 'state' | 'input' | 'result'> & {
  kind: JobKind
  state: JobState
  input: Json
  result: Json | null
}

export interface Running {
  /** aborts when somebody stops the job, or this process ends or loses it */
  signal: AbortSignal
  /** Says how far it is, as often as it likes. Throws when the job was stopped meanwhile. */
  report: (phase: string, done: number, total: number) => Promise<void>
}

/** What a kind of job does; it answers its result. */
export type Run = (job: Job, running: Running) => Promise<Json>

const kinds = perProcess('kinds of jobs', () => new Map<JobKind, Run>())
const running = perProcess('running jobs', () => new Map<string, AbortController>())

/** Says what a kind of job does; called once by its room. */
export function registerJob(kind: JobKind, run: Run): void {
  kinds.set(kind, run)
}

interface StartedBy {
  actor: { type: ActorType; id: string }
}

export interface NewJob {
  /** one that was given away before; a new one unless given */
  id?: string
  kind: JobKind
  storeId?: string | null
  sessionId?: string | null
  /** all that it needs to begin again after a kill */
  input: Json
}

/** Starts long work, in the name of whoever asks for it, and returns at once. */
export async function startJob(asked: NewJob, by: StartedBy): Promise<Job> {
  return begin(await write((tx) => addJob(tx, asked, by)))
}

/** Writes a job down together with what it goes on from, so that neither is there without the other. */
export async function addJob(tx: Tx, asked: NewJob, { actor }: StartedBy): Promise<Job> {
  const now = new Date()
  const row = await tx.job.create({
    data: {
      id: asked.id ?? newId('job', now.getTime()),
      kind: asked.kind,
      state: 'running',
      storeId: asked.storeId ?? null,
      sessionId: asked.sessionId ?? null,
      input: asked.input,
      usage: {},
      actorType: actor.type,
      actorId: actor.id,
      createdAt: now,
      updatedAt: now,
    },
  })
  return asJob(row)
}

/** Begins a job that was written down. */
export function begin(job: Job): Job {
  void untilDone(run(job))
  return job
}

/** Has a job that has ended run again, over what it did. Refuses `job_not_found`; one that runs is left alone. */
export async function restartJob(id: string, input: Json): Promise<Job> {
  const again = { state: 'running', error: null, finishedAt: null, stopAskedAt: null }
  const { count } = await write((tx) =>
    tx.job.updateMany({
      where: { id, state: { not: 'running' } },
      data: { ...again, input, updatedAt: new Date() },
    }),
  )
  const job = await getJob(id)
  return count > 0 ? begin(job) : job
}

/** A job. Refuses `job_not_found`. */
export async function getJob(id: string): Promise<Job> {
  const row = await db.job.findUnique({ where: { id } })
  if (!row) throw new Refusal('job_not_found', `There is no job ${id} here.`, { job_id: id })
  return asJob(row)
}

/** Jobs, newest first. */
export async function listJobs(filter: {
  kinds?: JobKind[]
  state?: JobState
  /** of which nothing was heard since; what was heard later than now was before a clock was set back */
  quietSince?: Date
  limit: number
}): Promise<Job[]> {
  const rows = await db.job.findMany({
    where: {
      ...(filter.kinds && { kind: { in: filter.kinds } }),
      ...(filter.state && { state: filter.state }),
      ...(filter.quietSince && { NOT: { updatedAt: { gt: filter.quietSince, lte: new Date() } } }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: filter.limit,
  })
  return rows.map(asJob)
}

/** Work that takes away what is deleted or redacted: it is owed, and nobody stops it. */
const OWED: JobKind[] = ['purge', 'compact']

/**
 * Asks a job to stop; what it did stays. One that has ended is left alone, and one that is owed. Refuses
 * `job_not_found`.
 */
export async function stopJob(id: string): Promise<Job> {
  const { count } = await write((tx) =>
    tx.job.updateMany({
      where: { id, kind: { notIn: OWED }, state: 'running' },
      data: { stopAskedAt: new Date() },
    }),
  )
  if (count > 0) running.get(id)?.abort(new Stopped())
  return getJob(id)
}

/** Within a transaction: refuses `run_lost` where a job has ended by now, or was asked to. */
export async function refuseStopped(tx: Tx, id: string): Promise<void> {
  const isGoing = { id, state: 'running', stopAskedAt: null }
  if ((await tx.job.count({ where: isGoing })) === 0) throw runLost()
}

/** Waits until a job has ended, or the signal aborts. */
export async function jobEnded(id: string, signal: AbortSignal = ending()): Promise<Job> {
  for await (const _ of follow([`job:${id}`], signal)) {
    const job = await getJob(id)
    if (job.state !== 'running') return job
  }
  return getJob(id)
}

/** Takes up the jobs whose process has died. Those that others have the lease of are left to them. */
export async function resumeJobs(quietSince: Date = new Date()): Promise<void> {
  for (const job of await listJobs({ state: 'running', quietSince, limit: 1_000 })) begin(job)
}

/** Whoever has just written a job down takes its lease first; milliseconds. */
const QUIET_FOR_MS = 2_000

/** The same again and again: the lease of a process that was killed stands for a while. */
export const keepResuming = again('jobs could not be taken up', 10_000, () =>
  resumeJobs(new Date(Date.now() - QUIET_FOR_MS)),
)

class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** Whether work ends for good: false where this process ends or loses it, and it goes on elsewhere. */
export const isAtItsEnd = (signal: AbortSignal): boolean =>
  !signal.aborted || (signal.reason as Error).name === 'Stopped'

/** The lease under which a job is worked on, and all that it writes. */
export const leaseOfJob = (id: string) => `job:${id}`

async function run(job: Job): Promise<void> {
  const work = kinds.get(job.kind)
  if (!work || running.has(job.id)) return
  const controller = new AbortController()
  running.set(job.id, controller)
  const worked = withLease(leaseOfJob(job.id), async (lost) => {
    const signal = AbortSignal.any([controller.signal, lost, ending()])
    const report = reporter(job.id, signal)
    try {
      // Who had the lease before may have ended it since it was read.
      const now = await getJob(job.id)
      if (now.state !== 'running') return
      await finish(job.id, 'done', { result: await work(now, { signal, report }), error: null })
    } catch (error) {
      if (!lost.aborted) await failed(job.id, error)
    }
  })
  // Whoever has the lease by now, or has it next, goes on.
  await unlessRefused(worked, 'run_lost')
    .catch((error: unknown) =>
      log.error('how a job ended could not be noted', { job: job.id, ...causeOf(error) }),
    )
    .finally(() => running.delete(job.id))
}

const REPORTED_EVERY_MS = 250

/** Notes how far a job is now and then, since each time is a transaction: first, last and in between. */
function reporter(id: string, signal: AbortSignal): Running['report'] {
  let next = 0
  let last = ''
  return async (phase, done, total) => {
    signal.throwIfAborted()
    if (performance.now() < next && phase === last && done < total) return
    next = performance.now() + REPORTED_EVERY_MS
    last = phase
    if ((await note(id, { phase, done, total })).stopAskedAt) throw new Stopped()
  }
}

async function failed(id: string, error: unknown): Promise<void> {
  // What was not stopped by a person goes on elsewhere, or with the next start.
  if (ending().aborted) return
  const { kind, stopAskedAt, result } = await getJob(id)
  if (stopAskedAt) return void (await finish(id, 'stopped', { error: null }))
  const refusal = refusalOf(error)
  if (!refusal) log.error('a job failed', { job: id, ...causeOf(error) })
  // What nobody asks for again is tried again: the texts of a deleted store would stay for good.
  if (kind === 'purge') return
  const words = refusal?.message ?? 'Something went wrong here; the log of the server says what.'
  const problem = refusal && { code: refusal.code, facts: refusal.facts }
  await finish(id, 'failed', { error: words, result: { ...result, problem } })
}

const finish = (id: string, state: JobState, told: { result?: Json; error?: string | null }) =>
  note(id, { ...told, state, finishedAt: new Date() })

/** Notes how a job is, and tells whoever follows it. */
async function note(id: string, data: Prisma.JobUpdateInput) {
  const updatedAt = new Date()
  const select = { stopAskedAt: true }
  const noted = await write(async (tx) => {
    await refuseLost(tx, leaseOfJob(id))
    return tx.job.update({ where: { id }, data: { ...data, updatedAt }, select })
  })
  tell([{ topic: `job:${id}`, sequence: updatedAt.getTime() }])
  return noted
}

const asJob = (row: Prisma.JobGetPayload<object>) => row as Job

/** Work that is done at once, and again after each pause (ms) until the signal aborts; what fails is logged. */
export function again(words: string, pause: number, work: () => Promise<unknown>) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => log.warn(words, causeOf(error)))
      await sleep(pause, null, { signal, ref: false }).catch(() => {})
    }
  }
}
