import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { type ContextState, NO_CONTEXT } from '../context-state'
import { refuseSession } from '../problems'
import type { AttachedStore, Session, SessionStatus } from '../session'
import {
  type ModelUsage,
  NO_USAGE,
  type SessionEvent,
  type SessionEventBody,
  type StopReason,
} from '../session-event'
import { storedSettings } from '../session-settings'

export interface SessionRow {
  key: number
  id: string
  title: string | null
  settings: string
  metadata: string
  status: SessionStatus
  stop_reason: string | null
  last_sequence: number
  /** number of redactions that took a text out of the session */
  redactions: number
  usage: string
  context: string
  view_from: number
  draft: string | null
  runner: string | null
  actor_type: Actor['type'] | null
  actor_id: string | null
  created_at: number
  updated_at: number
  archived_at: number | null
  revision: number
}

export const SESSION_COLUMNS = `key, id, title, settings, metadata, status, stop_reason, last_sequence,
  redactions, usage, context, view_from, draft, runner, actor_type, actor_id, created_at, updated_at,
  archived_at, revision`

interface StoreRow {
  session_key: number
  store_id: string
  name: string
  description: string
  access: AttachedStore['access']
  instructions: string
  mount_name: string
}

export interface EventRow {
  sequence: number
  id: string
  created_at: number
  body: string
}

/** A session's row. Throws if it does not exist. */
export async function findSession(sql: Sql, sessionId: string, lock = ''): Promise<SessionRow> {
  const row = await sql.get<SessionRow>(
    `SELECT ${SESSION_COLUMNS} FROM sessions WHERE id = ? ${lock}`,
    [sessionId],
  )
  return row ?? refuseSession({ kind: 'session_not_found', sessionId })
}

/** The locked row of a session to change. Throws if it does not exist or is archived. */
export async function openSession(tx: WriteSql, sessionId: string): Promise<SessionRow> {
  const row = await findSession(tx, sessionId, tx.forUpdate)
  if (row.archived_at !== null) refuseSession({ kind: 'session_archived', sessionId })
  return row
}

/** Turns rows into sessions with their stores. */
export async function sessionsOf(sql: Sql, rows: readonly SessionRow[]): Promise<Session[]> {
  if (rows.length === 0) return []
  const stores = await sql.all<StoreRow>(
    `SELECT session_key, store_id, name, description, access, instructions, mount_name
     FROM session_stores WHERE session_key IN (${rows.map(() => '?').join(', ')})
     ORDER BY session_key, position`,
    rows.map((row) => row.key),
  )
  return rows.map((row) =>
    sessionOf(
      row,
      stores.filter((each) => each.session_key === row.key),
    ),
  )
}

function sessionOf(row: SessionRow, stores: readonly StoreRow[]): Session {
  return {
    id: row.id,
    title: row.title,
    settings: storedSettings(row.settings),
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    status: row.status,
    stopReason: row.stop_reason === null ? null : (JSON.parse(row.stop_reason) as StopReason),
    lastSequence: row.last_sequence,
    usage: usageOf(row),
    context: contextOf(row),
    stores: stores.map((store) => ({
      storeId: store.store_id,
      name: store.name,
      description: store.description,
      access: store.access,
      instructions: store.instructions,
      mountName: store.mount_name,
    })),
    openedBy:
      row.actor_type !== null && row.actor_id !== null
        ? { type: row.actor_type, id: row.actor_id }
        : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    revision: row.revision,
  }
}

export function usageOf(row: Pick<SessionRow, 'usage'>): ModelUsage {
  return { ...NO_USAGE, ...(JSON.parse(row.usage) as Partial<ModelUsage>) }
}

export function contextOf(row: Pick<SessionRow, 'context'>): ContextState {
  return { ...NO_CONTEXT, ...(JSON.parse(row.context) as Partial<ContextState>) }
}

export function eventOf(row: EventRow): SessionEvent {
  return {
    ...(JSON.parse(row.body) as SessionEventBody),
    id: row.id,
    sequence: row.sequence,
    createdAt: row.created_at,
  }
}
