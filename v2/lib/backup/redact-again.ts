import { closeDatabase, db, openDatabase, useDatabase } from '@/lib/db'
import { compact } from '@/lib/db/compact'
import { rowsOf } from '@/lib/db/many'
import { COMMAND_LINE, type Cause } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import { fingerprintAdvice } from '@/lib/store/redact/known'
import { emptyVersion } from '@/lib/store/redact/version'
import { rewrittenMark } from '@/lib/store/redact/rewrite'
import { change } from '@/lib/store/write/change'
import { writeVersion } from '@/lib/store/write/write-version'

export interface RedactedAgain {
  /** versions that were emptied */
  versions: number
  /** memories that had one of them as head, and were deleted for it */
  memories: number
  /** what is to be done before redacted texts are known again; null: nothing */
  advice: string | null
}

const CAUSE: Cause = { actor: COMMAND_LINE, isAgent: false }

/**
 * Empties the redacted versions that a restored file brought back, and takes their bytes out of it. One
 * that had only lost a text is emptied whole, since the text is not known any more, unless the file has
 * it as that redaction left it. Ids that are not there are passed over. Afterwards no database is open.
 */
export async function redactAgain(file: string, marks: readonly string[]): Promise<RedactedAgain> {
  useDatabase(await openDatabase(`file:${file}`))
  try {
    return await redactIn(new Map(marks.map((mark) => [mark.split('@')[0] ?? '', mark])))
  } finally {
    await closeDatabase()
  }
}

async function redactIn(markOf: ReadonlyMap<string, string>): Promise<RedactedAgain> {
  const advice = await fingerprintAdvice()
  const done: RedactedAgain = { versions: 0, memories: 0, advice }
  const found = await rowsOf(markOf.keys(), (ids) =>
    db.version.findMany({
      where: { id: { in: ids }, redactedAt: null },
      select: { id: true, storeId: true, path: true, sha256: true, operation: true },
    }),
  )
  for (const version of found) {
    if (markOf.get(version.id) === rewrittenMark(version)) continue
    if (await emptyAgain(version)) done.memories++
    done.versions++
  }
  if (done.versions > 0) await compact([])
  return done
}

/** Returns whether a memory stood on it, and was deleted. */
async function emptyAgain(version: Pick<Version, 'id' | 'storeId' | 'path' | 'sha256'>) {
  return change(
    version.storeId,
    CAUSE,
    async (c) => {
      const head = await c.tx.memory.findFirst({
        where: { storeId: version.storeId, versionId: version.id, path: { not: null } },
      })
      if (head) await writeVersion(c, { memory: head, to: null })
      await emptyVersion(c, version)
      return head !== null
    },
    { whenArchived: 'allow', whenHidden: 'allow' },
  )
}
