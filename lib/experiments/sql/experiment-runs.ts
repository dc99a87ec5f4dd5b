import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Runs of experiments as the process that works on them and the timer that goes on with them ask. */

const RUN = columns('r', 'experimentRun', [
  ...(['key', 'id', 'experimentKey', 'storeKey', 'columns', 'tests', 'samples', 'status'] as const),
  ...(['maxRequests', 'maxTokens', 'requests', 'inputTokens', 'outputTokens'] as const),
  ...(['answers', 'error', 'actorType', 'actorId'] as const),
  ...(['createdAt', 'updatedAt', 'finishedAt', 'stopAskedAt', 'runner'] as const),
])

const OF_EXPERIMENT = columns('e', 'experiment', ['instructions', 'isRedacted'])

/** With the ids of its experiment and store, and what its columns' instructions are by now. */
export type ExperimentRunRow = RowOf<typeof RUN> &
  RowOf<typeof OF_EXPERIMENT> & { experimentId: string; storeId: string }

const SELECT = `SELECT ${RUN.list}, ${OF_EXPERIMENT.list}, e.id AS "experimentId", s.id AS "storeId"
  FROM experiment_runs r JOIN experiments e ON e.key = r.experiment_key
    JOIN memory_stores s ON s.key = r.store_key AND s.deleted_at IS NULL`

/** By the unique id; its store is there. */
export function runById(sql: Sql, id: string): Promise<ExperimentRunRow | undefined> {
  return sql.get<ExperimentRunRow>(`${SELECT} WHERE r.id = ?`, [id])
}

/** The runs of an experiment, newest first: as many as are kept. */
export function runsOfExperiment(sql: Sql, experimentKey: number): Promise<ExperimentRunRow[]> {
  return sql.all<ExperimentRunRow>(`${SELECT} WHERE r.experiment_key = ? ORDER BY r.key DESC`, [
    experimentKey,
  ])
}

/** The newest run of each experiment of a store. */
export function newestRunsOfStore(sql: Sql, storeKey: number): Promise<ExperimentRunRow[]> {
  return sql.all<ExperimentRunRow>(
    `${SELECT} WHERE r.store_key = ? AND r.key = (
       SELECT max(n.key) FROM experiment_runs n WHERE n.experiment_key = r.experiment_key)`,
    [storeKey],
  )
}

/** The runs that are not over and that nobody works on, oldest first. */
export function runsToGoOnWith(sql: Sql): Promise<Pick<ExperimentRunRow, 'id'>[]> {
  return sql.all<Pick<ExperimentRunRow, 'id'>>(
    `SELECT r.id FROM experiment_runs r
     WHERE r.status IN ('pending', 'running') AND r.runner IS NULL ORDER BY r.key`,
  )
}

export type NewExperimentRun = Pick<
  ExperimentRunRow,
  | 'id'
  | 'experimentKey'
  | 'storeKey'
  | 'columns'
  | 'tests'
  | 'samples'
  | 'maxRequests'
  | 'maxTokens'
  | 'actorType'
  | 'actorId'
  | 'createdAt'
>

export async function insertRun(tx: WriteSql, row: NewExperimentRun): Promise<void> {
  await tx.run(
    `INSERT INTO experiment_runs (id, experiment_key, store_key, columns, tests, samples, status,
       max_requests, max_tokens, actor_type, actor_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)`,
    [
      row.id,
      row.experimentKey,
      row.storeKey,
      row.columns,
      row.tests,
      row.samples,
      row.maxRequests,
      row.maxTokens,
      row.actorType,
      row.actorId,
      row.createdAt,
      row.createdAt,
    ],
  )
}

/** Drops all but the newest runs of an experiment. */
export async function dropOldRuns(
  tx: WriteSql,
  { experimentKey, kept }: { experimentKey: number; kept: number },
): Promise<void> {
  await tx.run(
    `DELETE FROM experiment_runs WHERE experiment_key = ? AND key <= (
       SELECT n.key FROM experiment_runs n WHERE n.experiment_key = ?
       ORDER BY n.key DESC LIMIT 1 OFFSET ?)`,
    [experimentKey, experimentKey, kept],
  )
}

export async function beginRun(tx: WriteSql, key: number, now: number): Promise<void> {
  await tx.run(
    `UPDATE experiment_runs SET status = 'running', updated_at = ?
     WHERE key = ? AND status IN ('pending', 'running')`,
    [now, key],
  )
}

/** Ends a run that is not over yet. */
export async function endRun(
  tx: WriteSql,
  row: Pick<ExperimentRunRow, 'key' | 'status' | 'error' | 'finishedAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE experiment_runs SET status = ?, error = ?, finished_at = ?, updated_at = ?
     WHERE key = ? AND status IN ('pending', 'running')`,
    [row.status, row.error, row.finishedAt, row.finishedAt, row.key],
  )
}

/** Returns whether there was something to stop. */
export async function askRunToStop(tx: WriteSql, id: string, now: number): Promise<boolean> {
  const asked = await tx.run(
    `UPDATE experiment_runs SET stop_asked_at = ?, updated_at = ?
     WHERE id = ? AND status IN ('pending', 'running') AND stop_asked_at IS NULL`,
    [now, now, id],
  )
  return asked > 0
}

/** The newest run of a store, and what runs under way have asked: what followers see change. */
export function stateOfExperiments(
  sql: Sql,
  storeId: string,
): Promise<{ newest: number | null; requests: number; open: number } | undefined> {
  const underWay = `FROM experiment_runs r
    WHERE r.status IN ('pending', 'running') AND r.store_key = s.key`
  return sql.get<{ newest: number | null; requests: number; open: number }>(
    `SELECT (SELECT max(r.key) FROM experiment_runs r WHERE r.store_key = s.key) AS newest,
       (SELECT coalesce(sum(r.requests), 0) ${underWay}) AS requests,
       (SELECT count(*) ${underWay}) AS open
     FROM memory_stores s WHERE s.id = ?`,
    [storeId],
  )
}
