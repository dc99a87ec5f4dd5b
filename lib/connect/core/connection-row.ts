import type { Sql } from '@/lib/db/sql'
import type { LeaseKind } from '@/lib/lease'
import type { Actor } from '@/lib/store/model/actor'
import type {
  ConnectionProblem,
  ConnectionState,
  Direction,
  Preset,
  Unwatched,
} from '../model/connection'

/** The lease of the process that works on a connection. */
export const CONNECTION_LEASE: LeaseKind = {
  table: 'connections',
  beatEveryMs: 10_000,
  silenceMs: 30_000,
}

export interface ConnectionRow {
  key: number
  id: string
  store_key: number
  store_id: string
  store_name: string
  /** 0: never */
  changed_at: number
  preset: Preset
  location: string
  root_id: string
  direction: Direction
  state: ConnectionState
  problem: ConnectionProblem | null
  accepts_deletions: number
  seeded_at: number | null
  swept_at: number | null
  file_count: number
  byte_size: number
  is_swept_only: number
  exact_count: number
  likely_count: number
  unknown_count: number
  gate: number
  unwatched: string
  actor_type: Actor['type']
  actor_id: string
  created_at: number
}

/** Selects `ConnectionRow`s of stores that are not deleted; the caller adds to its WHERE. */
export const SELECT_CONNECTIONS = `SELECT c.key, c.id, c.store_key, s.id AS store_id,
    s.name AS store_name, s.last_changed_at AS changed_at, c.preset, c.location, c.root_id, c.direction, c.state, c.problem,
    c.accepts_deletions, c.seeded_at, c.swept_at, c.file_count, c.byte_size, c.is_swept_only,
    c.exact_count, c.likely_count, c.unknown_count,
    c.gate, c.unwatched, c.actor_type, c.actor_id, c.created_at
  FROM connections c JOIN memory_stores s ON s.key = c.store_key WHERE s.deleted_at IS NULL`

export async function findConnection(sql: Sql, id: string): Promise<ConnectionRow | undefined> {
  return sql.get<ConnectionRow>(`${SELECT_CONNECTIONS} AND c.id = ?`, [id])
}

export const unwatchedOf = (row: ConnectionRow): Unwatched => JSON.parse(row.unwatched) as Unwatched
