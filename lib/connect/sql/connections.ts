import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'

/**
 * Connections as their workers ask for them, every few seconds and on servers that no person opens:
 * without the client.
 */

const CONNECTION = columns('c', 'connection', [
  'key',
  'id',
  'storeKey',
  'preset',
  'location',
  'rootId',
  'direction',
  'state',
  'problem',
  'acceptsDeletions',
  'seededAt',
  'sweptAt',
  'fileCount',
  'byteSize',
  'isSweptOnly',
  'unwatched',
  'actorType',
  'actorId',
])

/** A connection of a store that is not deleted. */
export type ConnectionRow = RowOf<typeof CONNECTION> & { storeId: string }

/** The caller adds AND and ORDER over `c` and its store `s`. */
const SELECT = `SELECT ${CONNECTION.list}, s.id AS "storeId"
  FROM connections c JOIN memory_stores s ON s.key = c.store_key WHERE s.deleted_at IS NULL`

export function findConnection(sql: Sql, id: string): Promise<ConnectionRow | undefined> {
  return sql.get<ConnectionRow>(`${SELECT} AND c.id = ?`, [id])
}

export function allConnections(sql: Sql): Promise<ConnectionRow[]> {
  return sql.all<ConnectionRow>(`${SELECT} ORDER BY c.key`)
}

/** Lists the connections whose folder could not be read. */
export function unreadableConnections(sql: Sql): Promise<ConnectionRow[]> {
  return sql.all<ConnectionRow>(`${SELECT} AND c.problem = 'folder_not_readable'`)
}

/** Lists the connections that are to be worked on and that no process works on. */
export function connectionsWithoutWorker(sql: Sql): Promise<ConnectionRow[]> {
  return sql.all<ConnectionRow>(
    `${SELECT} AND c.state = 'ok' AND c.runner IS NULL AND s.archived_at IS NULL ORDER BY c.key`,
  )
}

const ID = columns('c', 'connection', ['id'])

/** Lists the connections that some process works on, or did when it ended. */
export function heldConnections(sql: Sql): Promise<RowOf<typeof ID>[]> {
  return sql.all<RowOf<typeof ID>>(
    `SELECT ${ID.list} FROM connections c WHERE c.runner IS NOT NULL`,
  )
}

const FOLDER = columns('c', 'connection', ['location', 'preset'])

/** Lists the watched folders, of deleted stores too: a hook asks with each call. */
export function watchedFolders(sql: Sql): Promise<RowOf<typeof FOLDER>[]> {
  return sql.all<RowOf<typeof FOLDER>>(`SELECT ${FOLDER.list} FROM connections c`)
}

/** A folder in which the policy of its store is asked before Claude Code writes. */
export type GatedFolder = RowOf<typeof FOLDER> & { storeId: string }

/** A hook asks it before each write. */
export function gatedFolders(sql: Sql): Promise<GatedFolder[]> {
  return sql.all<GatedFolder>(
    `SELECT ${FOLDER.list}, s.id AS "storeId"
     FROM connections c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.gate = 1 AND c.state <> 'paused' AND s.deleted_at IS NULL`,
  )
}

const STORE = columns('s', 'memoryStore', ['key', 'id', 'name'])

/** The stores with a folder that changed last: what each of them holds is asked by SQL, too. */
export function latestStores(sql: Sql, limit: number): Promise<RowOf<typeof STORE>[]> {
  return sql.all<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM connections c JOIN memory_stores s ON s.key = c.store_key
     WHERE s.deleted_at IS NULL AND c.seeded_at IS NOT NULL
     ORDER BY s.last_changed_at DESC LIMIT ?`,
    [limit],
  )
}

/**
 * Counts the connections that rest because of a problem, or have changes that a person decides
 * about. Every page asks for its frame, which the client would make a millisecond slower.
 */
export async function troubledConnections(sql: Sql): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM connections c JOIN memory_stores s ON s.key = c.store_key
     WHERE s.deleted_at IS NULL AND (c.state = 'problem' OR EXISTS (
       SELECT 1 FROM outbox o WHERE o.connection_key = c.key AND o.state IN ('conflict', 'failed')))`,
  )
  return row?.count ?? 0
}
