import type { Sql } from '@/lib/db/sql'
import type { JobKind, JobState } from '../job'

/**
 * The final state of the newest job of one of two kinds; null: there is none. Asked at each start,
 * which is not to load the client.
 */
export async function lastState(
  sql: Sql,
  kinds: readonly [JobKind, JobKind],
): Promise<JobState | null> {
  const row = await sql.get<{ state: JobState }>(
    'SELECT state FROM jobs WHERE kind IN (?, ?) ORDER BY key DESC LIMIT 1',
    [...kinds],
  )
  return row?.state ?? null
}

/** Returns whether a job of these kinds began at a time or later, and did not fail or stop. */
export async function hasBegunSince(
  sql: Sql,
  kinds: readonly [JobKind, JobKind],
  time: number,
): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM jobs
     WHERE kind IN (?, ?) AND created_at >= ? AND state IN ('running', 'done') LIMIT 1`,
    [...kinds, time],
  )
  return row !== undefined
}
