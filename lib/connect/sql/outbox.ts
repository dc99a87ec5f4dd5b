import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'
import type { OutboxProblem } from '../model/connection'
import type { ConnectionRow } from './connections'

/**
 * Changes that are still to be carried out in a folder, as the process at work on it asks for them
 * and notes what came of them: each a look by the index of its connection, state and key, or by the
 * key.
 */

const CHANGE = columns('o', 'outboxEntry', [
  'key',
  'nodeKey',
  'sequence',
  'token',
  'baseSha256',
  'wantedSha256',
])
const NODE = columns('n', 'pathNode', ['path'])

/** A change, and the path that it is at. */
export type OutboxRow = RowOf<typeof CHANGE> & RowOf<typeof NODE>

/** The caller adds AND and ORDER over `o` and its path `n`. */
const SELECT = `SELECT ${CHANGE.list}, ${NODE.list}
  FROM outbox o JOIN path_nodes n ON n.key = o.node_key WHERE o.connection_key = ?`

/** Of a change that is still to be carried out, or to be tried again. */
const IS_PENDING = `state IN ('waiting', 'failed')`

/** The oldest of those that were not tried yet. */
export function waitingChanges(
  sql: Sql,
  connectionKey: number,
  limit: number,
): Promise<OutboxRow[]> {
  return sql.all<OutboxRow>(`${SELECT} AND o.state = 'waiting' ORDER BY o.key LIMIT ?`, [
    connectionKey,
    limit,
  ])
}

/** Lists the changes in the middle of which a process ended. */
export function begunChanges(sql: Sql, connectionKey: number): Promise<OutboxRow[]> {
  return sql.all<OutboxRow>(`${SELECT} AND o.state = 'writing' ORDER BY o.key`, [connectionKey])
}

/** Lists the changes whose former file is to be looked at by now. */
export function settlingChanges(
  sql: Sql,
  connectionKey: number,
  now: number,
): Promise<OutboxRow[]> {
  return sql.all<OutboxRow>(
    `${SELECT} AND o.state = 'settling' AND o.settles_at <= ? ORDER BY o.key`,
    [connectionKey, now],
  )
}

/** Returns when the next former file is due, in milliseconds since 1970; null: there is none. */
export async function nextCheckAt(sql: Sql, connectionKey: number): Promise<number | null> {
  const row = await sql.get<{ at: number | null }>(
    `SELECT min(settles_at) AS at FROM outbox WHERE connection_key = ? AND state = 'settling'`,
    [connectionKey],
  )
  return row?.at ?? null
}

/** The newest change that is to be carried out at a path; earlier ones are carried out with it. */
export function newestPending(
  sql: Sql,
  { key, storeKey }: ConnectionRow,
  path: string,
): Promise<OutboxRow | undefined> {
  return sql.get<OutboxRow>(
    `${SELECT} AND o.${IS_PENDING} AND n.path = ? AND n.store_key = ? ORDER BY o.key DESC LIMIT 1`,
    [key, path, storeKey],
  )
}

/** The paths of changes that could not be carried out, and may be yet. */
export function failedPaths(sql: BulkSql, connectionKey: number): Promise<RowOf<typeof NODE>[]> {
  return sql.all<RowOf<typeof NODE>>(
    `SELECT ${NODE.list} FROM outbox o JOIN path_nodes n ON n.key = o.node_key
     WHERE o.connection_key = ? AND o.state = 'failed' AND o.problem <> 'not_watched'
     ORDER BY o.key`,
    [connectionKey],
  )
}

/** Returns whether the process at work on a folder still carries out something there. */
export async function hasUnfinished(sql: Sql, connectionKey: number): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM outbox WHERE connection_key = ?
       AND state IN ('waiting', 'writing', 'settling') LIMIT 1`,
    [connectionKey],
  )
  return row !== undefined
}

const DUE = columns('o', 'outboxEntry', ['state', 'token'])

/** All that is to be written or removed in a folder: a redaction looks into these files. */
export function dueChanges(
  sql: Sql,
  connectionKey: number,
): Promise<(RowOf<typeof DUE> & RowOf<typeof NODE>)[]> {
  return sql.all<RowOf<typeof DUE> & RowOf<typeof NODE>>(
    `SELECT ${DUE.list}, ${NODE.list} FROM outbox o JOIN path_nodes n ON n.key = o.node_key
     WHERE o.connection_key = ? AND o.state <> 'conflict'`,
    [connectionKey],
  )
}

/** Lists the tokens in the names of files that lie beside others. */
export function tokensInUse(sql: Sql, connectionKey: number): Promise<{ token: string }[]> {
  return sql.all<{ token: string }>(
    'SELECT o.token FROM outbox o WHERE o.connection_key = ? AND o.token IS NOT NULL',
    [connectionKey],
  )
}

const BATCH = columns('b', 'batch', ['kind'])

/** Lists the kinds of the batches of changes that are pending at a path; null: a single write. */
export function kindsOfPending(
  sql: Sql,
  { key, storeKey }: ConnectionRow,
  path: string,
): Promise<{ kind: RowOf<typeof BATCH>['kind'] | null }[]> {
  return sql.all<{ kind: RowOf<typeof BATCH>['kind'] | null }>(
    `SELECT ${BATCH.list} FROM outbox o
     JOIN path_nodes n ON n.key = o.node_key
     JOIN memory_versions v ON v.store_key = o.store_key AND v.sequence = o.sequence
     LEFT JOIN batches b ON b.key = v.batch_key
     WHERE o.connection_key = ? AND o.${IS_PENDING} AND n.store_key = ? AND n.path = ?`,
    [key, storeKey, path],
  )
}

/** An attempt begins: whoever finds it unfinished knows what was to become of the file. */
export async function noteWriting(
  tx: WriteSql,
  { key, token, baseSha256, wantedSha256 }: OutboxRow,
): Promise<void> {
  await tx.run(
    `UPDATE outbox SET state = 'writing', token = ?, base_sha256 = ?, wanted_sha256 = ?
     WHERE key = ?`,
    [token, baseSha256, wantedSha256, key],
  )
}

/** It is carried out; its former file is looked at once more. */
export async function noteSettling(tx: WriteSql, key: number, settlesAt: number): Promise<void> {
  await tx.run(`UPDATE outbox SET state = 'settling', settles_at = ? WHERE key = ?`, [
    settlesAt,
    key,
  ])
}

/** Postpones the check of its former file. */
export async function checkLater(tx: WriteSql, key: number, settlesAt: number): Promise<void> {
  await tx.run('UPDATE outbox SET settles_at = ? WHERE key = ?', [settlesAt, key])
}

/** It is as if it had not been tried. */
export async function noteWaiting(tx: WriteSql, key: number): Promise<void> {
  await tx.run(
    `UPDATE outbox SET state = 'waiting', problem = NULL, token = NULL, base_sha256 = NULL,
       wanted_sha256 = NULL WHERE key = ?`,
    [key],
  )
}

export async function noteFailed(tx: WriteSql, key: number, problem: OutboxProblem): Promise<void> {
  await tx.run(`UPDATE outbox SET state = 'failed', problem = ?, token = NULL WHERE key = ?`, [
    problem,
    key,
  ])
}

const AT_PATH = `connection_key = ? AND ${IS_PENDING} AND node_key =
  (SELECT key FROM path_nodes WHERE store_key = ? AND path = ?)`

/** The newest change that is pending at a path becomes a conflict; `baseSha256`: what it began from. */
export async function noteOvertaken(
  tx: WriteSql,
  { key, storeKey }: ConnectionRow,
  { path, baseSha256 }: { path: string; baseSha256: string | null },
): Promise<void> {
  const at = [key, storeKey, path]
  await tx.run(
    `UPDATE outbox SET state = 'conflict', problem = NULL, base_sha256 = ? WHERE ${AT_PATH}
       AND key = (SELECT max(key) FROM outbox WHERE ${AT_PATH})`,
    [baseSha256, ...at, ...at],
  )
}

export async function deletePending(
  tx: WriteSql,
  { key, storeKey }: ConnectionRow,
  path: string,
): Promise<void> {
  await tx.run(`DELETE FROM outbox WHERE ${AT_PATH}`, [key, storeKey, path])
}

/**
 * Deletes the pending changes of the same path that came before a change and go with it. A conflict
 * is a person's to decide: what is carried out is what it will be merged with.
 */
export async function deleteEarlierPending(
  tx: WriteSql,
  connectionKey: number,
  { nodeKey, key }: OutboxRow,
): Promise<void> {
  await tx.run(
    `DELETE FROM outbox WHERE connection_key = ? AND node_key = ? AND key < ? AND ${IS_PENDING}`,
    [connectionKey, nodeKey, key],
  )
}

export async function deleteChange(tx: WriteSql, key: number): Promise<void> {
  await tx.run('DELETE FROM outbox WHERE key = ?', [key])
}
