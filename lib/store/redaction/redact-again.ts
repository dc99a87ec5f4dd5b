import type { Database } from '@/lib/db/database'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import type { Cause } from '../model/actor'
import { TABLES_WITH_TEXT } from '../model/text-columns'
import { requireVersion } from '../versions/read-versions'
import { isLive } from '../write/memory-of'
import { changeStore } from '../write/store-transaction'
import { deleteMemory } from '../write/write-memory'
import { emptyVersions } from './empty-versions'
import { memoryOfHead, versionsWithText } from './sql/versions'

export interface RedactedAgain {
  /** versions that were emptied */
  versions: number
  /** memories that had one of them as head, and were deleted for it */
  memories: number
}

const BATCH_SIZE = 500

/**
 * Empties redacted versions that a restored backup brought back, and compacts the file. A version
 * that had only lost a text is emptied entirely, because the text is no longer known, unless the
 * backup has it as that redaction left it. A memory whose head, in the backup, is such a version is
 * deleted. Unknown ids are skipped.
 */
export async function redactAgain(
  db: Database,
  marks: readonly string[],
  cause: Cause,
): Promise<RedactedAgain> {
  const done: RedactedAgain = { versions: 0, memories: 0 }
  const markOf = lastMarks(marks)
  const versionIds = [...markOf.keys()]
  for (let from = 0; from < versionIds.length; from += BATCH_SIZE) {
    const ids = versionIds.slice(from, from + BATCH_SIZE)
    for (const version of await versionsWithText(db.read, ids)) {
      const { id, storeId } = version
      if (markOf.get(id) === rewrittenMark(version)) continue
      if (await emptyAgain(db, storeId, id, cause)) done.memories++
      done.versions++
    }
  }
  if (done.versions > 0) await db.compact(TABLES_WITH_TEXT)
  return done
}

/**
 * Empties a version that was redacted elsewhere, in a backup or in the origin of a branch. Returns
 * whether a memory that stood on it was deleted for it.
 */
export async function emptyAgain(
  db: Database,
  storeId: string,
  versionId: string,
  cause: Cause,
): Promise<boolean> {
  return changeStore(
    db,
    storeId,
    cause,
    async (transaction) => {
      const version = await requireVersion(transaction.sql, transaction.storeKey, {
        storeId,
        versionId,
      })
      const head = await memoryOfHead(transaction.sql, version.memoryKey, version.sequence)
      const isHead = head !== undefined && isLive(head)
      if (isHead) await deleteMemory(transaction, head)
      const ended = await requireVersion(transaction.sql, transaction.storeKey, {
        storeId,
        versionId,
      })
      await emptyVersions(transaction, [ended])
      return isHead
    },
    { whenArchived: 'allow' },
  )
}

/**
 * A version as the redaction log (lib/db/redaction-log) records it: its id if it was emptied; if it
 * was rewritten, also a hash of what was left, so that a backup that already has that state keeps
 * it.
 */
export interface RewrittenState {
  id: string
  path: string | null
  sha256: string | null
}

export function rewrittenMark({ id, path, sha256 }: RewrittenState): string {
  return `${id}@${sha256Hex(utf8Bytes(`${sha256 ?? ''} ${path ?? ''}`))}`
}

/** The last mark of each version. */
function lastMarks(marks: readonly string[]): Map<string, string> {
  return new Map(marks.map((mark) => [mark.split('@')[0] ?? mark, mark]))
}
