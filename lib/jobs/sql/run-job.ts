import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { JobEnd, JobKind, Starter } from '../job'

/** Statements of a job's way, for the timers that start jobs too: they are not to load the client. */

const JOB = columns('j', 'job', [
  ...(['id', 'actorType', 'actorId', 'kind', 'state', 'phase', 'progress', 'total'] as const),
  ...(['result', 'error', 'createdAt', 'updatedAt', 'finishedAt'] as const),
])

export type JobRow = RowOf<typeof JOB> & { storeId: string | null }

/** A job by its id, with its store unless that is deleted. */
export function jobById(sql: Sql, id: string): Promise<JobRow | undefined> {
  return sql.get<JobRow>(
    `SELECT ${JOB.list}, s.id AS "storeId" FROM jobs j
     LEFT JOIN memory_stores s ON s.key = j.store_key AND s.deleted_at IS NULL
     WHERE j.id = ?`,
    [id],
  )
}

/** Stores a job that starts `now`; its lease, which is taken next, has the database's time. */
export async function insertJob(
  tx: WriteSql,
  job: { id: string; kind: JobKind; storeId?: string | undefined; startedBy?: Starter | undefined },
  now: number,
): Promise<void> {
  const { id, kind, storeId = null, startedBy } = job
  await tx.run(
    `INSERT INTO jobs
       (id, store_key, actor_type, actor_id, kind, state, phase, created_at, updated_at, beat_at)
     VALUES (?, (SELECT key FROM memory_stores WHERE id = ?), ?, ?, ?, 'running', 'starting', ?, ?, 0)`,
    [id, storeId, startedBy?.type ?? null, startedBy?.id ?? null, kind, now, now],
  )
}

export async function setProgress(
  tx: WriteSql,
  id: string,
  { phase, progress, total }: { phase: string; progress: number; total: number },
  now: number,
): Promise<void> {
  await tx.run('UPDATE jobs SET phase = ?, progress = ?, total = ?, updated_at = ? WHERE id = ?', [
    phase,
    progress,
    total,
    now,
    id,
  ])
}

export async function setEnd(
  tx: WriteSql,
  id: string,
  { state, result, error }: JobEnd<unknown>,
  now: number,
): Promise<void> {
  const stored = result == null ? null : JSON.stringify(result)
  await tx.run(
    'UPDATE jobs SET state = ?, result = ?, error = ?, updated_at = ?, finished_at = ? WHERE id = ?',
    [state, stored, error, now, now, id],
  )
}
