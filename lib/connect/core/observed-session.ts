import path from 'node:path'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { redactedTextsOf, withoutRedactedTexts } from '@/lib/store/redaction/redacted-texts'
import { newId } from '@/lib/text/prefixed-id'
import { MAX_ID } from '../short-text'
import type { SessionFact } from './transcript-line'

export interface Observed {
  session: SessionFact
  /** milliseconds since 1970 */
  at: number
  /** '': not known, or not kept */
  firstPrompt: string
}

/** Notes a session that is observed; returns our id of it. */
export async function noteObserved(
  tx: WriteSql,
  { session, at, firstPrompt }: Observed,
): Promise<string> {
  const prompt = await withoutRedacted(tx, null, firstPrompt)
  const row = await tx.get<{ id: string }>(
    `INSERT INTO observed_sessions (id, outer_id, client, client_version, project, first_prompt,
       first_at, last_at) VALUES (?, ?, 'claude_code', ?, ?, ?, ?, ?)
     ON CONFLICT (outer_id) DO UPDATE SET
       first_prompt = CASE WHEN observed_sessions.first_prompt = '' THEN excluded.first_prompt
         ELSE observed_sessions.first_prompt END,
       client_version = CASE WHEN excluded.client_version = '' THEN observed_sessions.client_version
         ELSE excluded.client_version END,
       project = CASE WHEN observed_sessions.project = '' THEN excluded.project
         ELSE observed_sessions.project END,
       last_at = CASE WHEN excluded.last_at > observed_sessions.last_at THEN excluded.last_at
         ELSE observed_sessions.last_at END
     RETURNING id`,
    [newId('sesn'), session.outerId, session.clientVersion, session.project, prompt, at, at],
  )
  if (!row) throw new Error('an observed session has no id')
  await nameSession(tx, row.id, session.project)
  return row.id
}

/**
 * What a conversation says, without what was redacted in a store: its transcript still holds it.
 * `storeKey` null: in any.
 */
export async function withoutRedacted(
  sql: Sql,
  storeKey: number | null,
  text: string,
): Promise<string> {
  return text && withoutRedactedTexts(await redactedTextsOf(sql, storeKey), text)
}

/** By this name a session is known where its changes are listed. */
async function nameSession(tx: WriteSql, sessionId: string, project: string): Promise<void> {
  const folder = path.basename(project).slice(0, MAX_ID)
  const name = project === '' ? BARE_NAME : `${BARE_NAME} · ${folder}`
  await tx.run(
    `INSERT INTO actors (id, type, name, created_at) VALUES (?, 'session', ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE actors.name = '${BARE_NAME}'`,
    [sessionId, name, Date.now()],
  )
}

const BARE_NAME = 'Claude Code'

/** Tells those who follow the store that the writer of a version was found out. */
export async function notifyAttributed(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
): Promise<void> {
  const version = await tx.get<{ id: string }>(
    'SELECT id FROM memory_versions WHERE store_key = ? AND sequence = ?',
    [storeKey, sequence],
  )
  if (!version) return
  await addReviewEvent(tx, { storeKey, type: 'version.attributed', subject: version.id })
}
