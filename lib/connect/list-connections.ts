import type { Database } from '@/lib/db/database'
import { type ConnectionRow, SELECT_CONNECTIONS, unwatchedOf } from './core/connection-row'
import type {
  ConnectionProblem,
  ConnectionState,
  Direction,
  OutboxProblem,
  Preset,
  Unwatched,
} from './model/connection'

/** A watched folder as a page shows it. Times are milliseconds since 1970. */
export interface Connection {
  id: string
  storeId: string
  storeName: string
  /** when the store was last changed; null: never */
  changedAt: number | null
  preset: Preset
  /** absolute */
  location: string
  direction: Direction
  state: ConnectionState
  problem: ConnectionProblem | null
  /** null: its store is still being filled */
  seededAt: number | null
  /** when all of its files were last looked at; null: not yet */
  sweptAt: number | null
  fileCount: number
  byteSize: number
  /** it has too many files to be watched, and is only swept */
  isSweptOnly: boolean
  /** versions that were taken in, by how sure it is who wrote them */
  written: { exact: number; likely: number; unknown: number }
  /** whether the store's policy is asked before an agent writes there */
  hasGate: boolean
  unwatched: Unwatched
  /** changes that are still to be carried out in the folder */
  waiting: number
  /** since when the first of them waits; null: none does */
  waitingSince: number | null
  /** changes that the folder overtook: they stand in the history only */
  conflicts: readonly ConnectionConflict[]
  /** changes that could not be carried out */
  failures: readonly ConnectionFailure[]
}

export interface ConnectionConflict {
  path: string
  memoryId: string
  versionId: string
  /** whether both sides have a text: the memory is there, and the change did not delete it */
  canBeMerged: boolean
}

export interface ConnectionFailure {
  path: string
  problem: OutboxProblem
}

/** All connections, oldest first. */
export async function listConnections(db: Database): Promise<Connection[]> {
  const rows = await db.read.all<ConnectionRow>(`${SELECT_CONNECTIONS} ORDER BY c.key`)
  return Promise.all(rows.map((row) => connectionOf(db, row)))
}

/** Changes of one kind that are listed; more have the same reasons. */
const MOST_LISTED = 100

async function connectionOf(db: Database, row: ConnectionRow): Promise<Connection> {
  const waiting = await db.read.get<{ count: number; since: number | null }>(
    `SELECT count(*) AS count, min(created_at) AS since FROM outbox
     WHERE connection_key = ? AND state IN ('waiting', 'writing')`,
    [row.key],
  )
  const conflicts = await db.read.all<{
    path: string
    memory_id: string
    version_id: string
    can_be_merged: number
  }>(
    `SELECT n.path, m.id AS memory_id, v.id AS version_id,
       CASE WHEN m.path IS NOT NULL AND v.sha256 IS NOT NULL THEN 1 ELSE 0 END AS can_be_merged
     FROM outbox o
     JOIN path_nodes n ON n.key = o.node_key
     JOIN memory_versions v ON v.store_key = o.store_key AND v.sequence = o.sequence
     JOIN memories m ON m.key = v.memory_key
     WHERE o.connection_key = ? AND o.state = 'conflict' ORDER BY o.key LIMIT ${MOST_LISTED}`,
    [row.key],
  )
  const failures = await db.read.all<{ path: string; problem: OutboxProblem }>(
    `SELECT n.path, o.problem FROM outbox o JOIN path_nodes n ON n.key = o.node_key
     WHERE o.connection_key = ? AND o.state = 'failed' ORDER BY o.key LIMIT ${MOST_LISTED}`,
    [row.key],
  )
  return {
    id: row.id,
    storeId: row.store_id,
    storeName: row.store_name,
    changedAt: row.changed_at || null,
    preset: row.preset,
    location: row.location,
    direction: row.direction,
    state: row.state,
    problem: row.problem,
    seededAt: row.seeded_at,
    sweptAt: row.swept_at,
    fileCount: row.file_count,
    byteSize: row.byte_size,
    isSweptOnly: row.is_swept_only === 1,
    written: { exact: row.exact_count, likely: row.likely_count, unknown: row.unknown_count },
    hasGate: row.gate === 1,
    unwatched: unwatchedOf(row),
    waiting: waiting?.count ?? 0,
    waitingSince: waiting?.since ?? null,
    conflicts: conflicts.map(({ path, memory_id, version_id, can_be_merged }) => ({
      path,
      canBeMerged: can_be_merged === 1,
      memoryId: memory_id,
      versionId: version_id,
    })),
    failures,
  }
}
