import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/text/day-ms'

/** Runs of tests as the process that works on them and the timer that goes on with them ask. */

const RUN = columns('r', 'memoryTestRun', [
  ...(['key', 'id', 'testKey', 'storeKey', 'revision', 'sequence', 'startedFor'] as const),
  ...(['status', 'notRunFor', 'passesEmpty', 'answers', 'held', 'maxRequests'] as const),
  ...(['maxTokens', 'requests', 'inputTokens', 'outputTokens', 'error'] as const),
  ...(['actorType', 'actorId'] as const),
  ...(['createdAt', 'updatedAt', 'finishedAt', 'stopAskedAt', 'runner'] as const),
  ...(['branchKey', 'gateState', 'gateOf', 'overruledAt', 'overruledBy'] as const),
])

/** With the ids of its test and store, and of the branch that it asks; null: none, or it is gone. */
export type RunRow = RowOf<typeof RUN> & {
  testId: string
  storeId: string
  branchId: string | null
}

export const SELECT_RUNS = `SELECT ${RUN.list}, t.id AS "testId", s.id AS "storeId", b.id AS "branchId"
  FROM memory_test_runs r JOIN memory_tests t ON t.key = r.test_key
    JOIN memory_stores s ON s.key = r.store_key AND s.deleted_at IS NULL
    LEFT JOIN memory_stores b ON b.key = r.branch_key AND b.deleted_at IS NULL`

/** By the unique id; its test and store are there. */
export function runById(sql: Sql, id: string): Promise<RunRow | undefined> {
  return sql.get<RunRow>(`${SELECT_RUNS} WHERE r.id = ?`, [id])
}

/** Runs of gates and of branches are of states that are none of the store's. */
const ofTheStore = (run: string) => `${run}.gate_state IS NULL AND ${run}.branch_key IS NULL`
const ofOthers = (run: string) => `(${run}.gate_state IS NOT NULL OR ${run}.branch_key IS NOT NULL)`

/** The newest runs of each test of a store, newest first: a strip's length of each, by their keys. */
export function newestRunsOfStore(sql: Sql, storeKey: number, perTest: number): Promise<RunRow[]> {
  return sql.all<RunRow>(
    `${SELECT_RUNS} WHERE t.store_key = ? AND ${ofTheStore('r')} AND r.key >= coalesce((
       SELECT n.key FROM memory_test_runs n WHERE n.test_key = t.key AND ${ofTheStore('n')}
       ORDER BY n.key DESC LIMIT 1 OFFSET ?), 0) ORDER BY r.key DESC`,
    [storeKey, perTest - 1],
  )
}

export interface SpentRow {
  testId: string
  revision: number
  inputTokens: number
  outputTokens: number
}

/** The tokens of a store's tests in the runs begun after a time, by revision; those of gates and branches, too. */
export function spentAfter(
  sql: Sql,
  { storeId, after }: { storeId: string; after: number },
): Promise<SpentRow[]> {
  return sql.all<SpentRow>(
    `SELECT t.id AS "testId", r.revision, CAST(sum(r.input_tokens) AS BIGINT) AS "inputTokens",
       CAST(sum(r.output_tokens) AS BIGINT) AS "outputTokens"
     FROM memory_stores s JOIN memory_tests t ON t.store_key = s.key
       JOIN memory_test_runs r ON r.test_key = t.key
     WHERE s.id = ? AND s.deleted_at IS NULL AND r.created_at > ?
     GROUP BY t.id, r.revision`,
    [storeId, after],
  )
}

/** The newest runs of a test, newest first. */
export function runsOfTest(
  sql: Sql,
  { testKey, limit }: { testKey: number; limit: number },
): Promise<RunRow[]> {
  return sql.all<RunRow>(
    `${SELECT_RUNS} WHERE r.test_key = ? AND ${ofTheStore('r')} ORDER BY r.key DESC LIMIT ?`,
    [testKey, limit],
  )
}

/**
 * The runs that are not over and that nobody works on, oldest first. A gate's run is its own process's
 * (`held`) while it may yet begin it: others only end what was let go, is to stop, or was started
 * before `lateBefore`.
 */
export async function runsToGoOnWith(
  sql: Sql,
  { held, lateBefore }: { held: readonly string[]; lateBefore: number },
): Promise<Pick<RunRow, 'id'>[]> {
  return sql.all<Pick<RunRow, 'id'>>(
    `SELECT r.id FROM memory_test_runs r
     WHERE r.status IN ('pending', 'running') AND r.runner IS NULL
       AND (r.gate_state IS NULL OR r.beat_at > 0 OR r.stop_asked_at IS NOT NULL
         OR r.created_at < ? OR r.id IN ${oneOf(held)})
     ORDER BY r.key`,
    [lateBefore, ...held],
  )
}

/** Those of some runs that are not over, and whose test and store are there. */
export function runsUnderWay(sql: Sql, ids: readonly string[]): Promise<Pick<RunRow, 'id'>[]> {
  return sql.all<Pick<RunRow, 'id'>>(
    `SELECT r.id FROM memory_test_runs r
       JOIN memory_stores s ON s.key = r.store_key AND s.deleted_at IS NULL
     WHERE r.status IN ('pending', 'running') AND r.id IN ${oneOf(ids)}`,
    ids,
  )
}

export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'testKey'
  | 'storeKey'
  | 'revision'
  | 'sequence'
  | 'startedFor'
  | 'maxRequests'
  | 'maxTokens'
  | 'actorType'
  | 'actorId'
  | 'createdAt'
> &
  Partial<Pick<RunRow, 'branchKey' | 'gateState' | 'gateOf'>>

export async function insertRun(tx: WriteSql, row: NewRun): Promise<void> {
  await tx.run(
    `INSERT INTO memory_test_runs (id, test_key, store_key, revision, sequence, started_for, status,
       max_requests, max_tokens, actor_type, actor_id, created_at, updated_at, branch_key, gate_state, gate_of)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.id,
      row.testKey,
      row.storeKey,
      row.revision,
      row.sequence,
      row.startedFor,
      row.maxRequests,
      row.maxTokens,
      row.actorType,
      row.actorId,
      row.createdAt,
      row.createdAt,
      row.branchKey ?? null,
      row.gateState ?? null,
      row.gateOf ?? null,
    ],
  )
}

/** The run of a test that is under way at this state of its store; undefined: none is. */
export function openRunAt(
  sql: Sql,
  {
    testKey,
    revision,
    sequence,
    branchKey,
  }: Pick<RunRow, 'testKey' | 'revision' | 'sequence' | 'branchKey'>,
): Promise<RunRow | undefined> {
  return sql.get<RunRow>(
    `${SELECT_RUNS} WHERE r.test_key = ? AND r.revision = ? AND r.sequence = ?
       AND r.gate_state IS NULL AND coalesce(r.branch_key, 0) = ? AND r.status IN ('pending', 'running') AND r.stop_asked_at IS NULL ORDER BY r.key LIMIT 1`,
    [testKey, revision, sequence, branchKey ?? 0],
  )
}

export async function beginRun(tx: WriteSql, key: number, now: number): Promise<void> {
  await tx.run(
    `UPDATE memory_test_runs SET status = 'running', updated_at = ?
     WHERE key = ? AND status IN ('pending', 'running')`,
    [now, key],
  )
}

/** Ends a run that is not over yet. */
export async function endRun(
  tx: WriteSql,
  row: Pick<RunRow, 'key' | 'status' | 'notRunFor' | 'passesEmpty' | 'error' | 'finishedAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE memory_test_runs SET status = ?, not_run_for = ?, passes_empty = ?, error = ?,
       finished_at = ?, updated_at = ?
     WHERE key = ? AND status IN ('pending', 'running')`,
    [
      row.status,
      row.notRunFor,
      row.passesEmpty,
      row.error,
      row.finishedAt,
      row.finishedAt,
      row.key,
    ],
  )
}

/** Returns whether there was something to stop. */
export async function askRunToStop(tx: WriteSql, id: string, now: number): Promise<boolean> {
  const asked = await tx.run(
    `UPDATE memory_test_runs SET stop_asked_at = ?, updated_at = ?
     WHERE id = ? AND status IN ('pending', 'running') AND stop_asked_at IS NULL`,
    [now, now, id],
  )
  return asked > 0
}

const SAMPLE = columns('p', 'memoryTestSample', [
  ...(['key', 'isEmpty', 'held', 'checks', 'answer', 'reads', 'requests'] as const),
  ...(['inputTokens', 'outputTokens', 'duration', 'createdAt'] as const),
])

export type SampleRow = RowOf<typeof SAMPLE>

/** In the order in which they came: at most twice the most that a verdict needs. */
export function samplesOfRun(sql: Sql, runKey: number): Promise<SampleRow[]> {
  return sql.all<SampleRow>(
    `SELECT ${SAMPLE.list} FROM memory_test_samples p WHERE p.run_key = ? ORDER BY p.key`,
    [runKey],
  )
}

export type NewSample = Omit<SampleRow, 'key'> & { runKey: number; storeKey: number }

/** Stores an answer and counts what it cost. */
export async function insertSample(tx: WriteSql, row: NewSample): Promise<void> {
  await tx.run(
    `INSERT INTO memory_test_samples (run_key, store_key, is_empty, held, checks, answer, reads,
       requests, input_tokens, output_tokens, duration, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.runKey,
      row.storeKey,
      row.isEmpty,
      row.held,
      row.checks,
      row.answer,
      row.reads,
      row.requests,
      row.inputTokens,
      row.outputTokens,
      row.duration,
      row.createdAt,
    ],
  )
  await tx.run('UPDATE memory_test_runs SET answers = answers + ?, held = held + ? WHERE key = ?', [
    row.isEmpty === 1 ? 0 : 1,
    row.isEmpty === 1 ? 0 : row.held,
    row.runKey,
  ])
  await addRunCost(tx, row)
}

/** Counts what was asked, whether or not an answer came of it. */
export async function addRunCost(
  tx: WriteSql,
  row: Pick<NewSample, 'runKey' | 'requests' | 'inputTokens' | 'outputTokens' | 'createdAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE memory_test_runs SET requests = requests + ?, input_tokens = input_tokens + ?,
       output_tokens = output_tokens + ?, updated_at = ? WHERE key = ?`,
    [row.requests, row.inputTokens, row.outputTokens, row.createdAt, row.runKey],
  )
}

/**
 * Drops what is too old of a test's runs: the answers of all but the newest few and the last that
 * passed, and the runs of which a strip shows nothing any more. The store's own are counted apart from
 * those of gates and branches, so that neither push the others away; the note of who went on in spite
 * of a gate stays, as do runs under way and those that count towards what a day may ask.
 */
export async function dropOldRuns(
  tx: WriteSql,
  testKey: number,
  { withAnswers, kept, now }: { withAnswers: number; kept: number; now: number },
): Promise<void> {
  const isOver = "status NOT IN ('pending', 'running')"
  const isForgotten = "(started_for NOT IN ('change', 'nightly') OR created_at < ?)"
  for (const ofKind of [ofTheStore, ofOthers]) {
    const newest = `SELECT n.key FROM memory_test_runs n WHERE n.test_key = ? AND ${ofKind('n')}
      ORDER BY n.key DESC LIMIT 1 OFFSET ?`
    await tx.run(
      `DELETE FROM memory_test_samples WHERE run_key IN (
         SELECT r.key FROM memory_test_runs r
         WHERE r.test_key = ? AND ${ofKind('r')} AND r.${isOver} AND r.key <= (${newest})
           AND r.key <> coalesce((SELECT max(p.key) FROM memory_test_runs p
             WHERE p.test_key = ? AND p.status = 'passed' AND ${ofTheStore('p')}), 0))`,
      [testKey, testKey, withAnswers, testKey],
    )
    await tx.run(
      `DELETE FROM memory_test_runs WHERE test_key = ? AND ${ofKind('memory_test_runs')}
         AND overruled_at IS NULL AND ${isOver} AND ${isForgotten} AND key <= (${newest})`,
      [testKey, now - DAY_MS, testKey, kept],
    )
  }
}

interface TestsState {
  newest: number | null
  answers: number
  open: number
  /** of searches for a change */
  searching: number
}

/** The newest run of a store, its answers under way and how many runs are: what followers see change. */
export function stateOfTests(sql: Sql, storeId: string): Promise<TestsState | undefined> {
  const underWay = `FROM memory_test_runs r
    WHERE r.status IN ('pending', 'running') AND r.store_key = s.key`
  const searching = `FROM memory_test_bisections b
    WHERE b.status IN ('pending', 'running') AND b.store_key = s.key`
  return sql.get<TestsState>(
    `SELECT (SELECT max(r.key) FROM memory_test_runs r WHERE r.store_key = s.key) AS newest,
       (SELECT coalesce(sum(r.requests), 0) ${underWay}) AS answers,
       (SELECT count(*) ${underWay}) AS open,
       (SELECT coalesce(sum(b.requests), 0) + count(*) ${searching}) AS searching
     FROM memory_stores s WHERE s.id = ?`,
    [storeId],
  )
}

type ReadsRow = Pick<SampleRow, 'reads'> & { testId: string }

/** The memories that the answers read which were as wanted, in the last run of each test that passed. */
export function readsThatPassed(sql: Sql, storeId: string): Promise<ReadsRow[]> {
  return sql.all<ReadsRow>(
    `SELECT t.id AS "testId", p.reads FROM memory_tests t JOIN memory_stores s ON s.key = t.store_key
       JOIN memory_test_samples p ON p.is_empty = 0 AND p.held = 1 AND p.run_key = (
         SELECT max(r.key) FROM memory_test_runs r
         WHERE r.test_key = t.key AND r.revision = t.revision AND r.status = 'passed'
           AND ${ofTheStore('r')})
     WHERE s.id = ?`,
    [storeId],
  )
}

/** The paths of the memories of these that there are, by their ids. */
export function livingPaths(sql: Sql, memoryIds: readonly string[]): Promise<{ path: string }[]> {
  return sql.all<{ path: string }>(
    `SELECT m.path FROM memories m WHERE m.path IS NOT NULL AND m.id IN ${oneOf(memoryIds)}`,
    memoryIds,
  )
}

/** Returns whether a store has a test, by the index of its tests. */
export async function hasTests(sql: Sql, storeId: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM memory_tests t JOIN memory_stores s ON s.key = t.store_key
     WHERE s.id = ? LIMIT 1`,
    [storeId],
  )
  return row !== undefined
}

/** The key of a store that is there. */
export async function keyOfStore(sql: Sql, storeId: string): Promise<number | null> {
  const row = await sql.get<{ key: number }>(
    'SELECT s.key FROM memory_stores s WHERE s.id = ? AND s.deleted_at IS NULL',
    [storeId],
  )
  return row?.key ?? null
}

/** The memories that the answers of what a test asks now read, in the runs of which they are kept. */
export function readsOfTest(
  sql: Sql,
  { testKey, revision }: Pick<RunRow, 'testKey' | 'revision'>,
): Promise<Pick<SampleRow, 'reads'>[]> {
  return sql.all<Pick<SampleRow, 'reads'>>(
    `SELECT p.reads FROM memory_test_runs r JOIN memory_test_samples p ON p.run_key = r.key
     WHERE r.test_key = ? AND r.revision = ? AND ${ofTheStore('r')} AND p.is_empty = 0`,
    [testKey, revision],
  )
}
