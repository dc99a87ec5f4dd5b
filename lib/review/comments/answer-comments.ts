import type { Database } from '@/lib/db/database'
import { addChangesetUpdated } from '@/lib/store/events/review-events'
import { getVersion } from '@/lib/store/versions/read-versions'
import type { LineRange } from '@/lib/text/line-range'
import { turns } from '@/lib/turns'
import { followLines } from './place-comments'
import {
  askedOnMemories,
  type AskedRow,
  noteAnswered,
  reopenChangeset,
  versionsWritten,
  type WrittenRow,
} from './sql/answers'

/** A changeset's memories that were changed after one of its sequences. */
export interface WrittenMemories {
  storeId: string
  changesetKey: number
  memoryKeys: readonly number[]
  after: number
  signal?: AbortSignal | undefined
}

/**
 * Marks the open comments that ask for a fix and whose lines the changeset's new versions changed,
 * took away or brought back: they are answered, and the changesets in whose review they belong are
 * in the inbox again (review page, Whose turn).
 */
export async function answerComments(db: Database, written: WrittenMemories): Promise<void> {
  const { changesetKey, memoryKeys, after, signal } = written
  const maybeYield = turns(signal)
  if (memoryKeys.length === 0) return
  for (const comment of await askedOnMemories(db.read, memoryKeys)) {
    const versions = await versionsWritten(db.read, {
      memoryKey: comment.memoryKey,
      changesetKey,
      after: Math.max(after, comment.askedSequence),
    })
    for (const version of versions) {
      const isAnswer = await changesLines(db, written.storeId, { comment, version })
      await maybeYield()
      if (!isAnswer) continue
      await answer(db, comment, version.sequence)
      break
    }
  }
}

/** Returns whether the version added or removed the comment's lines. */
async function changesLines(
  db: Database,
  storeId: string,
  { comment, version }: { comment: AskedRow; version: WrittenRow },
): Promise<boolean> {
  const [origin, before, after] = await Promise.all(
    [comment.versionId, version.beforeId, version.id].map((id) => textOf(db, storeId, id)),
  )
  if (origin == null || before == null || after == null) return false
  const lines: LineRange = { from: comment.fromLine, to: comment.toLine }
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
    if (!(await noteAnswered(tx, comment, sequence))) return
    if (comment.changesetKey !== null) {
      await reopenChangeset(tx, comment.changesetKey)
      await addChangesetUpdated(tx, comment.changesetKey)
    }
    tx.touch(comment.storeKey)
  })
}
