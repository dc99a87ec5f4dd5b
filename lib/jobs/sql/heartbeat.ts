import { columns, type RowOf } from '@/lib/db/columns'
import type { WriteSql } from '@/lib/db/sql'

/** Queries of the jobs' heartbeats, and of the timer that looks for jobs without any. */

const ASKED = columns('jobs', 'job', ['stopAskedAt'])
const KIND = columns('jobs', 'job', ['kind'])

/** Revives a job that was taken for abandoned; undefined: it is gone. */
export function reviveJob(tx: WriteSql, id: string): Promise<RowOf<typeof ASKED> | undefined> {
  return tx.get<RowOf<typeof ASKED>>(
    `UPDATE jobs SET state = 'running', error = NULL, finished_at = NULL WHERE id = ?
     RETURNING ${ASKED.list}`,
    [id],
  )
}

/** Ends a job whose process is gone; undefined: it had ended. */
export function failJob(
  tx: WriteSql,
  { id, now }: { id: string; now: number },
  why: { ofRedaction: string; ofOthers: string },
): Promise<RowOf<typeof KIND> | undefined> {
  return tx.get<RowOf<typeof KIND>>(
    `UPDATE jobs SET state = 'failed', updated_at = ?, finished_at = ?,
       error = CASE WHEN kind = 'redaction' THEN ? ELSE ? END
     WHERE id = ? AND state = 'running' RETURNING ${KIND.list}`,
    [now, now, why.ofRedaction, why.ofOthers, id],
  )
}
