import type { Database } from '@/lib/db/database'
import type { ContextSettings, ContextSettingsInput } from '@/lib/context/context-settings'
import { storedMetadata } from '@/lib/store/model/store-fields'
import { nameActor } from '@/lib/store/stores/name-actor'
import { dropUnchangedBranches } from '@/lib/store/branches/drop-unchanged'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { completeProposals } from '@/lib/store/proposals/proposals'
import { appendEvents, saveSession } from './core/append-events'
import { lockSession, openSession } from './core/rows'
import { checkedMetadata, checkedTitle } from './create-session'
import { getSession } from './get-session'
import { refuseSession } from './problems'
import type { Session } from './session'
import {
  checkedSettings,
  loosens,
  type SessionSettingsInput,
  storedSettings,
} from './session-settings'
import { deleteSessionRows, type SessionRow } from './sql/sessions'

export interface UpdateSessionInput {
  sessionId: string
  title?: string | null | undefined
  /** null removes a key; omitted keys keep their value */
  metadata?: Record<string, string | null> | undefined
  /** omitted settings keep their value; applies from the next model request */
  settings?: Partial<SessionSettingsInput> | undefined
  /**
   * whether the caller may approve writes, and so may loosen approval (lib/auth/may); default:
   * false
   */
  mayLoosen?: boolean | undefined
}

/**
 * Changes a session's title, metadata and settings. Refuses `session_not_found`,
 * `session_archived`, `invalid_session_input`, `loosening_forbidden`.
 */
export async function updateSession(db: Database, input: UpdateSessionInput): Promise<Session> {
  const title = input.title === undefined ? undefined : checkedTitle(input.title)
  await db.write(async (tx) => {
    const row = await openSession(tx, input.sessionId)
    if (title !== undefined) row.title = title
    if (input.metadata) row.metadata = JSON.stringify(patched(row, input.metadata))
    if (input.settings) {
      const stored = storedSettings(row.settings)
      const context = mergedContext(stored.context, input.settings.context ?? {})
      const changed = checkedSettings({ ...stored, ...input.settings, context })
      if (!input.mayLoosen && loosens(stored, changed)) {
        refuseSession({ kind: 'loosening_forbidden', sessionId: row.id })
      }
      row.settings = JSON.stringify(changed)
    }
    await saveSession(tx, row)
  })
  if (title) await nameActor(db, { type: 'session', id: input.sessionId }, title)
  return getSession(db, input.sessionId)
}

/** Omitted keys inside a group keep their value too. */
function mergedContext(
  stored: ContextSettings,
  changed: ContextSettingsInput,
): ContextSettingsInput {
  return {
    ...stored,
    ...changed,
    clearing: { ...stored.clearing, ...changed.clearing },
    compaction: { ...stored.compaction, ...changed.compaction },
    reminders: { ...stored.reminders, ...changed.reminders },
  }
}

function patched(row: SessionRow, changes: Record<string, string | null>): Record<string, string> {
  const metadata = storedMetadata(row.metadata)
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete metadata[key]
    else metadata[key] = value
  }
  return checkedMetadata(metadata)
}

/**
 * Archives a session for good: it can be read, but takes no more events. A running session stops. The
 * branches that were made for it and in which nothing was changed go, unless causes were looked for in it
 * (`dropUnchangedBranches`).
 */
export async function archiveSession(db: Database, sessionId: string): Promise<Session> {
  await db.write(async (tx) => {
    const row = await lockSession(tx, sessionId)
    if (row.archivedAt !== null) return
    row.archivedAt = Date.now()
    await appendEvents(tx, row, [{ type: 'session.status_terminated' }])
  })
  await dropUnchangedBranches(db, { sessionId, cause: BY_ITSELF })
  return getSession(db, sessionId)
}

/**
 * Deletes a session with its whole log, and the branches that were made for it and in which nothing was
 * changed. What it wrote to stores stays, with the session's id as its author.
 */
export async function deleteSession(db: Database, sessionId: string): Promise<void> {
  await db.write(async (tx) => {
    const row = await lockSession(tx, sessionId)
    await completeProposals(tx, { sessionId }, { state: 'withdrawn', by: null })
    await deleteSessionRows(tx, row.key)
    tx.touchSession(row.key)
  })
  await dropUnchangedBranches(db, { sessionId, cause: BY_ITSELF })
}

/** Branches in which nothing was changed go without anybody asking for it. */
const BY_ITSELF = { actor: LOCAL_USER_ACTOR }
