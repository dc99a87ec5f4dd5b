import path from 'node:path'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { redactedTextsOf, withoutRedactedTexts } from '@/lib/store/redaction/redacted-texts'
import { newId } from '@/lib/text/prefixed-id'
import { MAX_ID } from '../short-text'
import { nameSession, putObserved } from '../sql/observed-sessions'
import { versionOfChange } from '../sql/versions'
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
  const id = await putObserved(
    tx,
    { id: newId('sesn'), ...session, firstPrompt: await withoutRedacted(tx, null, firstPrompt) },
    at,
  )
  const name = nameOf(session.project)
  await nameSession(tx, { id, name, createdAt: Date.now() }, BARE_NAME)
  return id
}

/**
 * Removes from a conversation's text what was redacted in a store: its transcript still holds it.
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
const nameOf = (project: string) =>
  project === '' ? BARE_NAME : `${BARE_NAME} · ${path.basename(project).slice(0, MAX_ID)}`

const BARE_NAME = 'Claude Code'

/** Tells those who follow the store that the writer of a version was found out. */
export async function notifyAttributed(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
): Promise<void> {
  const version = await versionOfChange(tx, storeKey, sequence)
  if (!version) return
  await addReviewEvent(tx, { storeKey, type: 'version.attributed', subject: version.id })
}
