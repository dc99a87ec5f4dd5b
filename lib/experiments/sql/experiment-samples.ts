import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Answers of experiments: stored by the process that works on one, read as a table and cell by cell. */

const SAMPLE = columns('p', 'experimentSample', [
  ...(['key', 'columnIndex', 'testKey', 'slot', 'held', 'checks', 'answer', 'requests'] as const),
  ...(['inputTokens', 'outputTokens', 'duration', 'createdAt'] as const),
])

export type ExperimentSampleRow = RowOf<typeof SAMPLE>

const PLACE = columns('p', 'experimentSample', ['columnIndex', 'testKey', 'slot'])

export type AnsweredRow = RowOf<typeof PLACE>

/** Lists the answers that a run has, by its unique index. */
export function answeredPlaces(sql: Sql, runKey: number): Promise<AnsweredRow[]> {
  return sql.all<AnsweredRow>(
    `SELECT ${PLACE.list} FROM experiment_samples p WHERE p.run_key = ?`,
    [runKey],
  )
}

const CELL = columns('p', 'experimentSample', ['columnIndex', 'testKey'])

export type CellRow = RowOf<typeof CELL> & {
  answers: number
  held: number
  requests: number
  inputTokens: number
  outputTokens: number
  duration: number
}

/** Counts the answers to each test in each column: it reads a run's answers, of which there are few thousand. */
export function cellsOfRun(sql: Sql, runKey: number): Promise<CellRow[]> {
  return sql.all<CellRow>(
    `SELECT ${CELL.list}, count(*) AS answers, sum(p.held) AS held, sum(p.requests) AS requests,
       CAST(sum(p.input_tokens) AS BIGINT) AS "inputTokens",
       CAST(sum(p.output_tokens) AS BIGINT) AS "outputTokens",
       sum(p.duration) AS duration
     FROM experiment_samples p WHERE p.run_key = ? GROUP BY p.column_index, p.test_key`,
    [runKey],
  )
}

const OTHER = columns('p', 'experimentSample', ['columnIndex', 'held'])

export type PairRow = RowOf<typeof OTHER> & { baseline: number }

/** Each answer outside of the first column beside that of the first, in the order in which they are asked. */
export function pairsOfRun(sql: Sql, runKey: number): Promise<PairRow[]> {
  return sql.all<PairRow>(
    `SELECT ${OTHER.list}, b.held AS baseline
     FROM experiment_samples p JOIN experiment_samples b ON b.run_key = p.run_key
       AND b.column_index = 0 AND b.test_key = p.test_key AND b.slot = p.slot
     WHERE p.run_key = ? AND p.column_index > 0 ORDER BY p.slot, p.test_key`,
    [runKey],
  )
}

/** The answers to one test in all columns, in the order in which they were asked for. */
export function samplesOfTest(
  sql: Sql,
  { runKey, testKey }: { runKey: number; testKey: number },
): Promise<ExperimentSampleRow[]> {
  return sql.all<ExperimentSampleRow>(
    `SELECT ${SAMPLE.list} FROM experiment_samples p WHERE p.run_key = ? AND p.test_key = ?
     ORDER BY p.column_index, p.slot`,
    [runKey, testKey],
  )
}

export type NewExperimentSample = Omit<ExperimentSampleRow, 'key'> & {
  runKey: number
  storeKey: number
}

/** Stores an answer and counts what it cost. */
export async function insertSample(tx: WriteSql, row: NewExperimentSample): Promise<void> {
  await tx.run(
    `INSERT INTO experiment_samples (run_key, store_key, column_index, test_key, slot, held, checks,
       answer, requests, input_tokens, output_tokens, duration, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.runKey,
      row.storeKey,
      row.columnIndex,
      row.testKey,
      row.slot,
      row.held,
      row.checks,
      row.answer,
      row.requests,
      row.inputTokens,
      row.outputTokens,
      row.duration,
      row.createdAt,
    ],
  )
  await tx.run('UPDATE experiment_runs SET answers = answers + 1 WHERE key = ?', [row.runKey])
  await addRunCost(tx, row)
}

/** Counts what was asked, whether or not an answer came of it. */
export async function addRunCost(
  tx: WriteSql,
  row: Pick<
    NewExperimentSample,
    'runKey' | 'requests' | 'inputTokens' | 'outputTokens' | 'createdAt'
  >,
): Promise<void> {
  await tx.run(
    `UPDATE experiment_runs SET requests = requests + ?, input_tokens = input_tokens + ?,
       output_tokens = output_tokens + ?, updated_at = ? WHERE key = ?`,
    [row.requests, row.inputTokens, row.outputTokens, row.createdAt, row.runKey],
  )
}
