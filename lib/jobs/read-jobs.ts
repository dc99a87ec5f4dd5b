import type { Database } from '@/lib/db/database'
import type { Job, JobKind, JobState } from './job'

/** A job by its id; null: there is none. */
export async function getJob(db: Database, jobId: string): Promise<Job | null> {
  const row = await db.read.get<JobRow>(`${SELECT_JOBS} WHERE j.id = ?`, [jobId])
  return row ? jobOf(row) : null
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
  const { limit, kind, state } = input
  const rows = await db.read.all<JobRow>(
    `${SELECT_JOBS} WHERE 1 = 1${kind ? ' AND j.kind = ?' : ''}${state ? ' AND j.state = ?' : ''}
     ORDER BY j.key DESC LIMIT ?`,
    [...(kind ? [kind] : []), ...(state ? [state] : []), limit],
  )
  return rows.map(jobOf)
}

interface JobRow {
  id: string
  store_id: string | null
  actor_type: string | null
  actor_id: string | null
  kind: string
  state: string
  phase: string
  progress: number
  total: number
  result: string | null
  error: string | null
  created_at: number
  updated_at: number
  finished_at: number | null
}

const SELECT_JOBS = `SELECT j.id, s.id AS store_id, j.actor_type, j.actor_id, j.kind, j.state, j.phase,
    j.progress, j.total, j.result, j.error, j.created_at, j.updated_at, j.finished_at
  FROM jobs j LEFT JOIN memory_stores s ON s.key = j.store_key AND s.deleted_at IS NULL`

function jobOf(row: JobRow): Job {
  const { actor_type: type, actor_id: id } = row
  return {
    id: row.id,
    storeId: row.store_id,
    startedBy: type !== null && id !== null ? { type, id } : null,
    kind: row.kind as JobKind,
    state: row.state as JobState,
    phase: row.phase,
    progress: row.progress,
    total: row.total,
    result: row.result === null ? null : (JSON.parse(row.result) as unknown),
    error: row.error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    finishedAt: row.finished_at,
  }
}
