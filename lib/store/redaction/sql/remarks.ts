import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, SqlValue, WriteSql } from '@/lib/db/sql'
import { primaryKeyOf } from '@/lib/db/tables'
import type { TextColumn } from '../../model/text-columns'

/**
 * Columns of remarks as redactions search and rewrite them, whichever there are: each is read from end
 * to end, by the threads that read for long work.
 */

/** SQL for the store of a row `t`, and for whether a redaction of some stores reaches it. */
interface Place {
  /** the store's key; null: it is of none */
  store: string | null
  /** `{stores}`: the list of their keys */
  isReached: string
}

const OF_A_STORE: Place = { store: 't.store_key', isReached: 't.store_key IN {stores}' }

const WROTE_IN = (id: string) =>
  `EXISTS (SELECT 1 FROM memory_versions v WHERE v.store_key IN {stores} AND v.actor_id = ${id})`

const IS_ATTRIBUTED = `EXISTS (SELECT 1 FROM attributions a
  WHERE a.store_key IN {stores} AND a.session_id = t.id)`

/** Of tables whose rows have no store's key. */
const PLACES: Readonly<Record<string, Place>> = {
  memory_stores: { store: 't.key', isReached: 't.key IN {stores}' },
  hunk_decisions: {
    store: '(SELECT c.store_key FROM changesets c WHERE c.key = t.changeset_key)',
    isReached: 't.changeset_key IN (SELECT c.key FROM changesets c WHERE c.store_key IN {stores})',
  },
  observed_sessions: { store: null, isReached: IS_ATTRIBUTED },
  // What hooks told of is of folders, whichever they are.
  heard_calls: {
    store: null,
    isReached: 'EXISTS (SELECT 1 FROM connections c WHERE c.store_key IN {stores})',
  },
  // Actors who wrote in the stores, and the sessions that these are attached to, since an actor
  // has its session's name.
  actors: {
    store: null,
    isReached: `(${WROTE_IN('t.id')} OR ${IS_ATTRIBUTED} OR EXISTS (SELECT 1 FROM sessions s
       JOIN session_stores a ON a.session_key = s.key JOIN memory_stores m ON m.id = a.store_id
       WHERE s.id = t.id AND m.key IN {stores}))`,
  },
  api_keys: { store: null, isReached: WROTE_IN('t.id') },
  mcp_clients: { store: null, isReached: WROTE_IN('t.actor_id') },
}

/** A row of whichever table the column is of, which is why no model has it. */
export interface RemarkRow {
  /** its primary key, if need be with its store's */
  key: number | string
  storeKey: number | null
  /** null: it is of no store, or that is not there any more */
  storeId: string | null
  value: string
}

/**
 * Finds the rows whose value contains `written`. `storeKeys` undefined: of all stores, and of none.
 */
export async function remarksWith(
  sql: Sql,
  { table, column }: TextColumn,
  written: string,
  storeKeys: readonly number[] | undefined,
): Promise<RemarkRow[]> {
  const { store, isReached } = PLACES[table] ?? OF_A_STORE
  const storeId =
    store === null ? 'NULL' : `(SELECT s.id FROM memory_stores s WHERE s.key = ${store})`
  const parts = storeKeys ? ` AND ${isReached}`.split('{stores}') : ['']
  return sql.all<RemarkRow>(
    `SELECT t.${keyOf(table).own} AS key, ${store ?? 'NULL'} AS "storeKey", ${storeId} AS "storeId",
       t.${column} AS value FROM ${table} t
     WHERE replace(t.${column}, ?, '') <> t.${column}${parts.join(oneOf(storeKeys ?? []))}`,
    [written, ...parts.slice(1).flatMap(() => storeKeys ?? [])],
  )
}

/** A row's own column of its primary key, which may begin with its store's. */
function keyOf(table: string): { own: string; isWithStore: boolean } {
  const primaryKey = primaryKeyOf(table)
  return { own: primaryKey.at(-1) ?? '', isWithStore: primaryKey[0] === 'store_key' }
}

function rowOf(table: string, { key, storeKey }: RemarkRow): { is: string; params: SqlValue[] } {
  const { own, isWithStore } = keyOf(table)
  return isWithStore
    ? { is: `store_key = ? AND ${own} = ?`, params: [storeKey, key] }
    : { is: `${own} = ?`, params: [key] }
}

/** Locks a row and returns its present value; null: it has none, or is gone. */
export async function lockedRemark(
  tx: WriteSql,
  { table, column }: TextColumn,
  row: RemarkRow,
): Promise<string | null> {
  const { is, params } = rowOf(table, row)
  const now = await tx.get<{ value: string | null }>(
    `SELECT ${column} AS value FROM ${table} WHERE ${is} ${tx.forUpdate}`,
    params,
  )
  return now?.value ?? null
}

export async function setRemark(
  tx: WriteSql,
  { table, column }: TextColumn,
  row: RemarkRow,
  value: string,
): Promise<void> {
  const { is, params } = rowOf(table, row)
  await tx.run(`UPDATE ${table} SET ${column} = ? WHERE ${is}`, [value, ...params])
}

/** Notes that a test has lost a text of its question or checks, and so asks for something else. */
export async function setTestRedacted(tx: WriteSql, { key }: RemarkRow): Promise<void> {
  await tx.run('UPDATE memory_tests SET is_redacted = 1 WHERE key = ?', [key])
}

/** Notes that an experiment has lost a text of its columns' instructions, which ask for something else. */
export async function setExperimentRedacted(tx: WriteSql, { key }: RemarkRow): Promise<void> {
  await tx.run('UPDATE experiments SET is_redacted = 1 WHERE key = ?', [key])
}

/** The stem follows a store's name, which would stand in it. */
export async function setMountStem(tx: WriteSql, key: number, stem: string): Promise<void> {
  await tx.run('UPDATE memory_stores SET mount_stem = ? WHERE key = ?', [stem, key])
}

const HELD = columns('p', 'proposal', ['key', 'command'])

type HeldRow = RowOf<typeof HELD> & { command: string }

/** The writes that wait in a store, or did, and have this in what is run. */
export function commandsWith(tx: WriteSql, storeKey: number, text: string): Promise<HeldRow[]> {
  return tx.all<HeldRow>(
    `SELECT ${HELD.list} FROM proposals p
     WHERE p.store_key = ? AND replace(p.command, ?, '') <> p.command`,
    [storeKey, text],
  )
}

export async function setCommand(tx: WriteSql, { key, command }: HeldRow): Promise<void> {
  await tx.run('UPDATE proposals SET command = ? WHERE key = ?', [command, key])
}
