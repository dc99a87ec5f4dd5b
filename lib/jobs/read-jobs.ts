import type { Database } from '@/lib/db/database'
import type { Job, JobKind, JobState } from './job'
import { hasBegunSince, lastState } from './sql/last-state'
import { type JobRow, jobById } from './sql/run-job'

/** A job by its id; null: there is none. */
export async function getJob(db: Database, jobId: string): Promise<Job | null> {
  const row = await jobById(db.read, jobId)
  return row ? jobOf(row) : null
}

/** The final state of the newest job of one of two kinds; null: there is none. */
export function lastStateOf(
  db: Database,
  kinds: readonly [JobKind, JobKind],
): Promise<JobState | null> {
  return lastState(db.read, kinds)
}

/** Returns whether a job of these kinds that began at a time or later is done or still running. */
export function hasJobSince(
  db: Database,
  kinds: readonly [JobKind, JobKind],
  time: number,
): Promise<boolean> {
  return hasBegunSince(db.read, kinds, time)
}

/** Like `getJob`, for a job known to exist. */
export async function requireJob(db: Database, jobId: string): Promise<Job> {
  const job = await getJob(db, jobId)
  if (!job) throw new Error('the job is gone')
  return job
}

/** The newest jobs first. */
export async function listJobs(
  db: Database,
  input: { limit: number; kind?: JobKind; state?: JobState },
): Promise<Job[]> {
  const { limit, ...where } = input
  const orderBy = { key: 'desc' } as const
  const rows = await db.prisma.job.findMany({ where, orderBy, take: limit, ...WITH_STORE })
  return rows.map(({ store, ...row }) => jobOf({ ...row, storeId: store?.id ?? null }))
}

/** Its store, unless that is deleted. */
const WITH_STORE = {
  include: { store: { where: { deletedAt: null }, select: { id: true } } },
} as const

function jobOf(row: JobRow): Job {
  const { id, kind, state, phase, progress, total, error, createdAt, updatedAt, finishedAt } = row
  const { storeId, actorType, actorId } = row
  return {
    id,
    storeId,
    startedBy: actorType !== null && actorId !== null ? { type: actorType, id: actorId } : null,
    kind,
    state,
    phase,
    progress,
    total,
    result: row.result === null ? null : (JSON.parse(row.result) as unknown),
    error,
    createdAt,
    updatedAt,
    finishedAt,
  }
}
