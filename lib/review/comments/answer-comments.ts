import type { Database } from '@/lib/db/database'
import { addChangesetUpdated } from '@/lib/store/events/review-events'
import { getVersion } from '@/lib/store/versions/read-versions'
import type { LineRange } from '@/lib/text/line-range'
import { turns } from '@/lib/turns'
import { followLines } from './place-comments'

/** A changeset's memories that were changed after one of its sequences. */
export interface WrittenMemories {
  storeId: string
  changesetKey: number
  memoryKeys: readonly number[]
  after: number
  signal?: AbortSignal | undefined
}

interface AskedRow {
  key: number
  memory_key: number
  changeset_key: number | null
  store_key: number
  revision: number
  version_id: string
  from_line: number
  to_line: number
  asked_sequence: number
}

interface WrittenRow {
  sequence: number
  id: string
  before_id: string | null
}

/**
 * Marks the open comments that ask for a fix and whose lines the changeset's new versions changed,
 * took away or brought back: they are answered, and the changesets in whose review they belong are
 * in the inbox again (review page, Whose turn).
 */
export async function answerComments(db: Database, written: WrittenMemories): Promise<void> {
  const { changesetKey, memoryKeys, after, signal } = written
  const maybeYield = turns(signal)
  for (const comment of await askedOn(db, memoryKeys)) {
    const versions = await db.read.all<WrittenRow>(
      `SELECT v.sequence, v.id, (SELECT b.id FROM memory_versions b
         WHERE b.memory_key = v.memory_key AND b.sequence < v.sequence
         ORDER BY b.sequence DESC LIMIT 1) AS before_id
       FROM memory_versions v
       WHERE v.memory_key = ? AND v.changeset_key = ? AND v.sequence > ? ORDER BY v.sequence`,
      [comment.memory_key, changesetKey, Math.max(after, comment.asked_sequence)],
    )
    for (const version of versions) {
      const isAnswer = await changesLines(db, written.storeId, { comment, version })
      await maybeYield()
      if (!isAnswer) continue
      await answer(db, comment, version.sequence)
      break
    }
  }
}

async function askedOn(db: Database, memoryKeys: readonly number[]): Promise<AskedRow[]> {
  if (memoryKeys.length === 0) return []
  return db.read.all<AskedRow>(
    `SELECT c.key, c.memory_key, c.changeset_key, c.store_key, c.revision, v.id AS version_id,
       c.from_line, c.to_line, c.asked_sequence
     FROM comments c CROSS JOIN memory_versions v
     WHERE c.memory_key IN (${memoryKeys.map(() => '?').join(', ')}) AND c.disposition = 'fix'
       AND c.status = 'open' AND c.answered_sequence IS NULL
       AND v.store_key = c.store_key AND v.sequence = c.version_sequence`,
    [...memoryKeys],
  )
}

/** Whether the comment's lines stood before the version and not after it, or the other way round. */
async function changesLines(
  db: Database,
  storeId: string,
  { comment, version }: { comment: AskedRow; version: WrittenRow },
): Promise<boolean> {
  const [origin, before, after] = await Promise.all(
    [comment.version_id, version.before_id, version.id].map((id) => textOf(db, storeId, id)),
  )
  if (origin == null || before == null || after == null) return false
  const lines: LineRange = { from: comment.from_line, to: comment.to_line }
  const stands = async (text: string) => (await followLines(origin, text))(lines) !== null
  return (await stands(before)) !== (await stands(after))
}

/** Empty where the memory was not there; null if it is redacted. */
async function textOf(
  db: Database,
  storeId: string,
  versionId: string | null,
): Promise<string | null> {
  if (versionId === null) return ''
  const { content, redactedAt } = await getVersion(db, { storeId, versionId })
  return redactedAt === null ? (content ?? '') : null
}

async function answer(db: Database, comment: AskedRow, sequence: number): Promise<void> {
  await db.write(async (tx) => {
    const answered = await tx.run(
      `UPDATE comments SET answered_sequence = ? WHERE key = ? AND revision = ?
         AND answered_sequence IS NULL AND status = 'open'`,
      [sequence, comment.key, comment.revision],
    )
    if (answered === 0) return
    await tx.run(
      `UPDATE changesets SET state = 'open', snoozed_until = NULL, revision = revision + 1
       WHERE key = ?`,
      [comment.changeset_key],
    )
    if (comment.changeset_key !== null) await addChangesetUpdated(tx, comment.changeset_key)
    tx.touch(comment.store_key)
  })
}
