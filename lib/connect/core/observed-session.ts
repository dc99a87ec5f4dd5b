import type { Sql, WriteSql } from '@/lib/db/sql'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { redactedTextsOf, withoutRedactedTexts } from '@/lib/store/redaction/redacted-texts'
import { newId } from '@/lib/text/prefixed-id'
import { putObserved } from '../sql/observed-sessions'
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
  return putObserved(
    tx,
    { id: newId('sesn'), ...session, firstPrompt: await withoutRedacted(tx, null, firstPrompt) },
    at,
  )
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
