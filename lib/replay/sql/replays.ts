import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { SamplePlace } from '../model/sample-name'

/** Replays as their runs, the timer that resumes them and programs over the API ask for them. */

const REPLAY = columns('r', 'replay', [
  ...(['key', 'id', 'sessionKey', 'kind', 'eventId', 'input', 'plan', 'state'] as const),
  ...(['maxRequests', 'maxTokens', 'requests', 'inputTokens', 'outputTokens'] as const),
  ...(['result', 'error', 'actorType', 'actorId', 'createdAt', 'updatedAt'] as const),
  ...(['finishedAt', 'stopAskedAt', 'runner'] as const),
])

/** With the id of its session. */
export type ReplayRow = RowOf<typeof REPLAY> & { sessionId: string }

const SELECT = `SELECT ${REPLAY.list}, s.id AS "sessionId"
  FROM replays r JOIN sessions s ON s.key = r.session_key`

export function replayById(sql: Sql, id: string): Promise<ReplayRow | undefined> {
  return sql.get<ReplayRow>(`${SELECT} WHERE r.id = ?`, [id])
}

/**
 * The replays that are not over and that nobody works on, oldest first; without searches of which a
 * person has yet to mark an answer, unless they are to stop.
 */
export function replaysToRun(sql: Sql): Promise<Pick<ReplayRow, 'id'>[]> {
  return sql.all<Pick<ReplayRow, 'id'>>(
    `SELECT r.id FROM replays r WHERE r.state IN ('pending', 'running') AND r.runner IS NULL
       AND (r.stop_asked_at IS NOT NULL OR NOT ${AWAITS_MARKS})
     ORDER BY r.key`,
  )
}

/** A search of which a person has yet to mark an answer, so that nobody works on it. */
const AWAITS_MARKS = `(r.kind = 'cause' AND r.runner IS NULL AND EXISTS (
  SELECT 1 FROM replay_samples p WHERE p.replay_key = r.key AND p.held IS NULL))`

type NewReplay = Pick<
  ReplayRow,
  | 'id'
  | 'kind'
  | 'eventId'
  | 'input'
  | 'maxRequests'
  | 'maxTokens'
  | 'actorType'
  | 'actorId'
  | 'createdAt'
  | 'sessionId'
>

/** Returns whether its session is there. */
export async function insertReplay(tx: WriteSql, row: NewReplay): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO replays (id, session_key, kind, event_id, input, state, max_requests, max_tokens,
       actor_type, actor_id, created_at, updated_at)
     SELECT ?, s.key, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ? FROM sessions s WHERE s.id = ?`,
    [
      row.id,
      row.kind,
      row.eventId,
      row.input,
      row.maxRequests,
      row.maxTokens,
      row.actorType,
      row.actorId,
      row.createdAt,
      row.createdAt,
      row.sessionId,
    ],
  )
  return inserted > 0
}

/** Stores what may be hidden, and that the replay runs. */
export async function beginReplay(
  tx: WriteSql,
  { key, plan, updatedAt }: Pick<ReplayRow, 'key' | 'plan' | 'updatedAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE replays SET plan = ?, state = 'running', updated_at = ?
     WHERE key = ? AND state IN ('pending', 'running')`,
    [plan, updatedAt, key],
  )
}

/** Ends a replay that is not over yet. */
export async function endReplay(
  tx: WriteSql,
  row: Pick<ReplayRow, 'key' | 'state' | 'result' | 'error' | 'finishedAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE replays SET state = ?, result = ?, error = ?, finished_at = ?, updated_at = ?
     WHERE key = ? AND state IN ('pending', 'running')`,
    [row.state, row.result, row.error, row.finishedAt, row.finishedAt, row.key],
  )
}

/** Asks who works on it to stop; what nobody works on ends at once. Returns whether there was something to stop. */
export async function askToStop(tx: WriteSql, id: string, now: number): Promise<boolean> {
  const ended = await tx.run(
    `UPDATE replays SET state = 'canceled', stop_asked_at = ?, finished_at = ?, updated_at = ?
     WHERE id = ? AND state IN ('pending', 'running') AND runner IS NULL`,
    [now, now, now, id],
  )
  if (ended > 0) return true
  const asked = await tx.run(
    `UPDATE replays SET stop_asked_at = ?, updated_at = ?
     WHERE id = ? AND state IN ('pending', 'running') AND stop_asked_at IS NULL`,
    [now, now, id],
  )
  return asked > 0
}

/**
 * Opens work that ended again, for so much more, unless it asked for more than `seen` requests or was
 * opened meanwhile. What it found stays until it ends anew. Returns whether it did.
 */
export async function reopenReplay(
  tx: WriteSql,
  { id, seen, endedAt, plan, requests, tokens, cap, now }: Reopening,
): Promise<boolean> {
  const maxTokens =
    cap === undefined
      ? `CASE WHEN max_tokens IS NULL THEN NULL
         WHEN input_tokens + output_tokens + ? > max_tokens THEN input_tokens + output_tokens + ?
         ELSE max_tokens END`
      : 'input_tokens + output_tokens + ?'
  const opened = await tx.run(
    `UPDATE replays SET state = 'pending', plan = ?, max_requests = requests + ?,
       max_tokens = ${maxTokens},
       error = NULL, finished_at = NULL, stop_asked_at = NULL, updated_at = ?
     WHERE id = ? AND requests = ? AND finished_at = ?`,
    [plan, requests, ...(cap === undefined ? [tokens, tokens] : [cap]), now, id, seen, endedAt],
  )
  return opened > 0
}

interface Reopening {
  id: string
  /** the requests that it had asked for when its price was told */
  seen: number
  /** milliseconds since 1970: when it ended, as it was then */
  endedAt: number
  plan: string | null
  /** what it may ask for besides */
  requests: number
  tokens: number
  /** the most tokens besides, whatever is left of its budget; left out: that, and no less than `tokens` */
  cap?: number | undefined
  now: number
}

const SAMPLE = columns('p', 'replaySample', [
  ...(['key', 'level', 'round', 'slot', 'question', 'held', 'answer'] as const),
  ...(['requests', 'inputTokens', 'outputTokens', 'createdAt'] as const),
])

export type SampleRow = RowOf<typeof SAMPLE>

export function samplesOfReplay(sql: Sql, replayKey: number): Promise<SampleRow[]> {
  return sql.all<SampleRow>(
    `SELECT ${SAMPLE.list} FROM replay_samples p WHERE p.replay_key = ?
     ORDER BY p.level, p.round, p.slot`,
    [replayKey],
  )
}

/** Those that were stored last, the newest first. */
export function newestSamples(
  sql: Sql,
  { replayKey, limit }: { replayKey: number; limit: number },
): Promise<SampleRow[]> {
  return sql.all<SampleRow>(
    `SELECT ${SAMPLE.list} FROM replay_samples p WHERE p.replay_key = ?
     ORDER BY p.key DESC LIMIT ?`,
    [replayKey, limit],
  )
}

/** One sample by its place, locked; undefined: there is none. */
export function lockedSample(
  tx: WriteSql,
  { replayKey, level, round, slot }: { replayKey: number } & SamplePlace,
): Promise<Pick<SampleRow, 'key' | 'answer'> | undefined> {
  return tx.get<Pick<SampleRow, 'key' | 'answer'>>(
    `SELECT p.key, p.answer FROM replay_samples p
     WHERE p.replay_key = ? AND p.level = ? AND p.round = ? AND p.slot = ? ${tx.forUpdate}`,
    [replayKey, level, round, slot],
  )
}

/** Stores a sample's answer with its checks, and whether all of them held. */
export async function updateMarks(
  tx: WriteSql,
  {
    key,
    answer,
    held,
    replayKey,
    updatedAt,
  }: Pick<SampleRow, 'key' | 'answer' | 'held'> &
    Pick<NewSample, 'replayKey'> &
    Pick<ReplayRow, 'updatedAt'>,
): Promise<void> {
  await tx.run('UPDATE replay_samples SET answer = ?, held = ? WHERE key = ?', [answer, held, key])
  await tx.run('UPDATE replays SET updated_at = ? WHERE key = ?', [updatedAt, replayKey])
}

export type NewSample = Omit<SampleRow, 'key'> & { replayKey: number; sessionKey: number }

/** Stores a sample and counts what it cost. */
export async function insertSample(tx: WriteSql, row: NewSample): Promise<void> {
  await tx.run(
    `INSERT INTO replay_samples (replay_key, session_key, level, round, slot, question, held, answer,
       requests, input_tokens, output_tokens, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.replayKey,
      row.sessionKey,
      row.level,
      row.round,
      row.slot,
      row.question,
      row.held,
      row.answer,
      row.requests,
      row.inputTokens,
      row.outputTokens,
      row.createdAt,
    ],
  )
  await addCost(tx, row)
}

/** Deletes the samples of a round and of all after it; what they cost stays counted. */
export async function deleteSamplesFrom(
  tx: WriteSql,
  {
    replayKey,
    level,
    round,
    updatedAt,
  }: Pick<NewSample, 'replayKey' | 'level' | 'round'> & Pick<ReplayRow, 'updatedAt'>,
): Promise<void> {
  await tx.run(
    `DELETE FROM replay_samples
     WHERE replay_key = ? AND (level > ? OR (level = ? AND round >= ?))`,
    [replayKey, level, level, round],
  )
  await tx.run('UPDATE replays SET updated_at = ? WHERE key = ?', [updatedAt, replayKey])
}

/** Counts what was asked, whether or not an answer came of it. */
export async function addCost(
  tx: WriteSql,
  row: Pick<NewSample, 'replayKey' | 'requests' | 'inputTokens' | 'outputTokens' | 'createdAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE replays SET requests = requests + ?, input_tokens = input_tokens + ?,
       output_tokens = output_tokens + ?, updated_at = ? WHERE key = ?`,
    [row.requests, row.inputTokens, row.outputTokens, row.createdAt, row.replayKey],
  )
}

/** The last change of each of these stores; one that is gone is missing. */
export function lastChangesOf(
  sql: Sql,
  storeIds: readonly string[],
): Promise<{ key: number; sequence: number }[]> {
  return sql.all<{ key: number; sequence: number }>(
    `SELECT s.key, s.last_sequence AS sequence FROM memory_stores s
     WHERE s.deleted_at IS NULL AND s.id IN ${oneOf(storeIds)} ORDER BY s.key`,
    storeIds,
  )
}

/** The progress of a replay. */
export interface ReplayProgress {
  state: ReplayRow['state']
  sessionId: string
  answers: number
  /** of these, those of which it is not known whether the checks held */
  waiting: number
}

/** A replay's state and the number of its answers; undefined: it is gone. */
export function progressOfReplay(sql: Sql, id: string): Promise<ReplayProgress | undefined> {
  return sql.get<ReplayProgress>(
    `SELECT r.state, s.id AS "sessionId",
       (SELECT count(*) FROM replay_samples p WHERE p.replay_key = r.key) AS answers,
       (SELECT count(*) FROM replay_samples p WHERE p.replay_key = r.key AND p.held IS NULL) AS waiting
     FROM replays r JOIN sessions s ON s.key = r.session_key WHERE r.id = ?`,
    [id],
  )
}

/** The number of redactions that took something out of a session; undefined: it is gone. */
export async function redactionsOfSession(sql: Sql, key: number): Promise<number | undefined> {
  const row = await sql.get<{ redactions: number }>(
    'SELECT s.redactions FROM sessions s WHERE s.key = ?',
    [key],
  )
  return row?.redactions
}

/** Returns whether a redaction reached a store after one of its changes, or it is gone. */
export async function wasRedactedSince(
  sql: Sql,
  { key, sequence }: { key: number; sequence: number },
): Promise<boolean> {
  const found = await sql.get(
    `SELECT 1 AS found WHERE NOT EXISTS (
         SELECT 1 FROM memory_stores s WHERE s.key = ? AND s.deleted_at IS NULL)
       OR EXISTS (SELECT 1 FROM store_events e WHERE e.store_key = ? AND e.sequence > ?
         AND e.type IN ('memory_version.redacted', 'memory_versions.rewritten'))`,
    [key, key, sequence],
  )
  return found !== undefined
}

/** Sessions that a person's message keeps busy: they go before any replay. */
export async function countRunningSessions(sql: Sql): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM sessions s WHERE s.status = 'running'`,
  )
  return row?.count ?? 0
}

/**
 * Deletes replays that were over before a time, and those that have waited for a person since: their
 * texts are kept for a while only.
 */
export async function deleteReplaysBefore(
  tx: WriteSql,
  time: number,
  limit: number,
): Promise<void> {
  const old = await tx.all<Pick<ReplayRow, 'key'>>(
    `SELECT r.key FROM replays r WHERE r.finished_at < ?
       OR (r.finished_at IS NULL AND r.updated_at < ? AND ${AWAITS_MARKS})
     ORDER BY r.key LIMIT ?`,
    [time, time, limit],
  )
  if (old.length === 0) return
  const keys = old.map(({ key }) => key)
  await tx.run(`DELETE FROM replay_samples WHERE replay_key IN ${oneOf(keys)}`, keys)
  await tx.run(`DELETE FROM replays WHERE key IN ${oneOf(keys)}`, keys)
}
