import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/text/day-ms'
import { TESTS_ACTOR } from '../model/tests-actor'

/** Searches for the change with which a test turned, as their process and a timer ask for them. */

const BISECTION = columns('r', 'memoryTestBisection', [
  ...(['key', 'id', 'testKey', 'storeKey', 'revision', 'good', 'bad', 'status', 'plan'] as const),
  ...(['result', 'maxRequests', 'maxTokens', 'requests', 'inputTokens', 'outputTokens'] as const),
  ...(['error', 'actorType', 'actorId'] as const),
  ...(['createdAt', 'updatedAt', 'finishedAt', 'stopAskedAt', 'runner'] as const),
])

/** With the ids of its test and store. */
export type TestBisectionRow = RowOf<typeof BISECTION> & { testId: string; storeId: string }

const SELECT = `SELECT ${BISECTION.list}, t.id AS "testId", s.id AS "storeId"
  FROM memory_test_bisections r JOIN memory_tests t ON t.key = r.test_key
    JOIN memory_stores s ON s.key = r.store_key AND s.deleted_at IS NULL`

/** By the unique id; its test and store are there. */
export function bisectionById(sql: Sql, id: string): Promise<TestBisectionRow | undefined> {
  return sql.get<TestBisectionRow>(`${SELECT} WHERE r.id = ?`, [id])
}

/** The newest of a revision of a test that has a result, by its index. */
export function newestFound(
  sql: Sql,
  { testId, revision }: { testId: string; revision: number },
): Promise<TestBisectionRow | undefined> {
  return sql.get<TestBisectionRow>(
    `${SELECT} WHERE t.id = ? AND r.revision = ? AND r.result IS NOT NULL
     ORDER BY r.key DESC LIMIT 1`,
    [testId, revision],
  )
}

/** The newest of a test, by its index. */
export function newestBisection(sql: Sql, testId: string): Promise<TestBisectionRow | undefined> {
  return sql.get<TestBisectionRow>(`${SELECT} WHERE t.id = ? ORDER BY r.key DESC LIMIT 1`, [testId])
}

/** Those that are not over and that nobody works on, oldest first. */
export function bisectionsToGoOnWith(sql: Sql): Promise<Pick<TestBisectionRow, 'id'>[]> {
  return sql.all<Pick<TestBisectionRow, 'id'>>(
    `SELECT r.id FROM memory_test_bisections r
     WHERE r.status IN ('pending', 'running') AND r.runner IS NULL ORDER BY r.key`,
  )
}

export type NewTestBisection = Pick<
  TestBisectionRow,
  | 'id'
  | 'testKey'
  | 'storeKey'
  | 'revision'
  | 'good'
  | 'bad'
  | 'maxRequests'
  | 'maxTokens'
  | 'actorType'
  | 'actorId'
  | 'createdAt'
>

export async function insertBisection(tx: WriteSql, row: NewTestBisection): Promise<void> {
  await tx.run(
    `INSERT INTO memory_test_bisections (id, test_key, store_key, revision, good, bad, status,
       max_requests, max_tokens, actor_type, actor_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)`,
    [
      ...[row.id, row.testKey, row.storeKey, row.revision, row.good, row.bad],
      ...[row.maxRequests, row.maxTokens, row.actorType, row.actorId],
      ...[row.createdAt, row.createdAt],
    ],
  )
}

/**
 * Drops the searches of a test but the newest few. Those under way stay, as do those that count towards
 * what a day may ask.
 */
export async function dropOldBisections(
  tx: WriteSql,
  testKey: number,
  { kept, now }: { kept: number; now: number },
): Promise<void> {
  await tx.run(
    `DELETE FROM memory_test_bisections WHERE test_key = ?
       AND status NOT IN ('pending', 'running') AND (actor_id <> ? OR created_at < ?) AND key <= (
         SELECT n.key FROM memory_test_bisections n WHERE n.test_key = ?
         ORDER BY n.key DESC LIMIT 1 OFFSET ?)`,
    [testKey, TESTS_ACTOR.id, now - DAY_MS, testKey, kept],
  )
}

/** Notes what may be asked, before the first answer. */
export async function beginBisection(
  tx: WriteSql,
  { key, plan, now }: { key: number; plan: string; now: number },
): Promise<void> {
  await tx.run(
    `UPDATE memory_test_bisections SET status = 'running', plan = coalesce(plan, ?), updated_at = ?
     WHERE key = ? AND status IN ('pending', 'running')`,
    [plan, now, key],
  )
}

/** Ends a search that is not over yet. */
export async function endBisection(
  tx: WriteSql,
  row: Pick<TestBisectionRow, 'key' | 'status' | 'result' | 'error' | 'finishedAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE memory_test_bisections SET status = ?, result = ?, error = ?, finished_at = ?,
       updated_at = ? WHERE key = ? AND status IN ('pending', 'running')`,
    [row.status, row.result, row.error, row.finishedAt, row.finishedAt, row.key],
  )
}

/** Returns whether there was something to stop. */
export async function askBisectionToStop(tx: WriteSql, id: string, now: number): Promise<boolean> {
  const asked = await tx.run(
    `UPDATE memory_test_bisections SET stop_asked_at = ?, updated_at = ?
     WHERE id = ? AND status IN ('pending', 'running') AND stop_asked_at IS NULL`,
    [now, now, id],
  )
  return asked > 0
}

const ANSWER = columns('p', 'memoryTestBisectionAnswer', [
  ...(['round', 'slot', 'purpose', 'moment', 'held'] as const),
])

export type BisectionAnswerRow = RowOf<typeof ANSWER>

/** In the order in which they were asked for. */
export function answersOfBisection(sql: Sql, bisectionKey: number): Promise<BisectionAnswerRow[]> {
  return sql.all<BisectionAnswerRow>(
    `SELECT ${ANSWER.list} FROM memory_test_bisection_answers p WHERE p.bisection_key = ?
     ORDER BY p.round, p.slot`,
    [bisectionKey],
  )
}

export async function insertBisectionAnswer(
  tx: WriteSql,
  row: BisectionAnswerRow & { bisectionKey: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO memory_test_bisection_answers (bisection_key, round, slot, purpose, moment, held)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [row.bisectionKey, row.round, row.slot, row.purpose, row.moment, row.held],
  )
}

/** Deletes the answers of a round and of all after it; what they cost stays counted. */
export async function deleteAnswersFrom(
  tx: WriteSql,
  { bisectionKey, round }: Pick<BisectionAnswerRow, 'round'> & { bisectionKey: number },
): Promise<void> {
  await tx.run('DELETE FROM memory_test_bisection_answers WHERE bisection_key = ? AND round >= ?', [
    bisectionKey,
    round,
  ])
}

/** Counts what was asked, whether or not an answer came of it. */
export async function addBisectionCost(
  tx: WriteSql,
  row: Pick<TestBisectionRow, 'key' | 'requests' | 'inputTokens' | 'outputTokens' | 'updatedAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE memory_test_bisections SET requests = requests + ?, input_tokens = input_tokens + ?,
       output_tokens = output_tokens + ?, updated_at = ? WHERE key = ?`,
    [row.requests, row.inputTokens, row.outputTokens, row.updatedAt, row.key],
  )
}
