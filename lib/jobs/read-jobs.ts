import type { Database } from '@/lib/db/database'
import type { Job, JobKind, JobState } from './job'

/** A job by its id; null: there is none. */
export async function getJob(db: Database, jobId: string): Promise<Job | null> {
  const row = await db.prisma.job.findUnique({ where: { id: jobId } })
  return row ? ((await withStores(db, [row]))[0] ?? null) : null
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
  const rows = await db.prisma.job.findMany({
    where: {
      ...(input.kind ? { kind: input.kind } : {}),
      ...(input.state ? { state: input.state } : {}),
    },
    orderBy: { key: 'desc' },
    take: input.limit,
  })
  return withStores(db, rows)
}

type JobRow = Awaited<ReturnType<Database['prisma']['job']['findMany']>>[number]

async function withStores(db: Database, rows: readonly JobRow[]): Promise<Job[]> {
  const keys = rows.flatMap(({ storeKey }) => storeKey ?? [])
  const stores =
    keys.length === 0
      ? []
      : await db.prisma.memoryStore.findMany({
          where: { key: { in: keys }, deletedAt: null },
          select: { key: true, id: true },
        })
  const ids = new Map(stores.map(({ key, id }) => [key, id]))
  return rows.map((row) => jobOf(row, ids.get(row.storeKey ?? -1) ?? null))
}

function jobOf(row: JobRow, storeId: string | null): Job {
  const { actorType, actorId } = row
  return {
    id: row.id,
    storeId,
    startedBy: actorType !== null && actorId !== null ? { type: actorType, id: actorId } : null,
    kind: row.kind as JobKind,
    state: row.state as JobState,
    phase: row.phase,
    progress: Number(row.progress),
    total: Number(row.total),
    result: row.result === null ? null : (JSON.parse(row.result) as unknown),
    error: row.error,
    createdAt: Number(row.createdAt),
    updatedAt: Number(row.updatedAt),
    finishedAt: row.finishedAt === null ? null : Number(row.finishedAt),
  }
}
