import type { Sql, WriteSql } from '@/lib/db/sql'
import { storedMetadata } from '@/lib/store/model/store-fields'
import { refuseSession } from '../problems'
import type { AttachedStore, Session } from '../session'
import type { SessionEvent } from '../session-event'
import { storedSettings } from '../session-settings'
import type { EventRow } from '../sql/session-events'
import { type AttachedRow, storesOfSessions } from '../sql/session-stores'
import { lockedSession, sessionById, type SessionRow } from '../sql/sessions'
import { bodyOf, contextOf, stopReasonOf, usageOf } from './stored-json'

/** A session's row. Throws if it does not exist. */
export async function findSession(sql: Sql, sessionId: string): Promise<SessionRow> {
  const row = await sessionById(sql, sessionId)
  return row ?? refuseSession({ kind: 'session_not_found', sessionId })
}

/** The same, locked until the transaction ends. */
export async function lockSession(tx: WriteSql, sessionId: string): Promise<SessionRow> {
  const row = await lockedSession(tx, sessionId)
  return row ?? refuseSession({ kind: 'session_not_found', sessionId })
}

/** The locked row of a session to change. Throws if it does not exist or is archived. */
export async function openSession(tx: WriteSql, sessionId: string): Promise<SessionRow> {
  const row = await lockSession(tx, sessionId)
  if (row.archivedAt !== null) refuseSession({ kind: 'session_archived', sessionId })
  return row
}

/** Turns rows into sessions with their stores. */
export async function sessionsOf(sql: Sql, rows: readonly SessionRow[]): Promise<Session[]> {
  if (rows.length === 0) return []
  const stores = await storesOfSessions(
    sql,
    rows.map(({ key }) => key),
  )
  return rows.map((row) =>
    sessionOf(
      row,
      stores.filter(({ sessionKey }) => sessionKey === row.key),
    ),
  )
}

function sessionOf(row: SessionRow, stores: readonly AttachedRow[]): Session {
  const { id, title, status, lastSequence, createdAt, updatedAt, archivedAt, revision } = row
  const { actorType, actorId } = row
  return {
    id,
    title,
    settings: storedSettings(row.settings),
    metadata: storedMetadata(row.metadata),
    status,
    stopReason: stopReasonOf(row.stopReason),
    lastSequence,
    usage: usageOf(row),
    context: contextOf(row),
    stores: stores.map(attachedStoreOf),
    openedBy: actorType !== null && actorId !== null ? { type: actorType, id: actorId } : null,
    createdAt,
    updatedAt,
    archivedAt,
    revision,
    redactions: row.redactions,
  }
}

function attachedStoreOf(row: AttachedRow): AttachedStore {
  const { storeId, name, description, access, instructions, mountName } = row
  return { storeId, name, description, access, instructions, mountName }
}

export function eventOf({ body, id, sequence, createdAt }: EventRow): SessionEvent {
  return { ...bodyOf(body), id, sequence, createdAt }
}
