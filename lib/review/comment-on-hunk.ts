import type { Database } from '@/lib/db/database'
import { type ChangesetChange, changesetChanges } from '@/lib/store/changeset-changes'
import { getVersion } from '@/lib/store/get-version'
import type { Actor } from '@/lib/store/model/actor'
import type { LineRange } from '@/lib/text/line-range'
import { addComment } from './add-comment'
import type { ChangeSide } from './changeset-comments'
import { followLines } from './follow-lines'
import { getChangeset } from './get-changeset'
import type { Disposition } from './model/comment'
import { parseHunkId } from './model/hunk'
import { refuseReview } from './model/review-problems'

export interface CommentOnHunkInput {
  changesetId: string
  /** as it was shown; it may have changed since */
  hunkId: string
  /** which of the two texts the lines are of */
  side: ChangeSide
  lines: LineRange
  text: string
  disposition: Disposition
  by: Actor
}

/**
 * Comments on lines as a changeset's page shows them: on what the agent wrote, or on what it
 * removed. Returns the comment's id. Refuses `changeset_not_found`, `hunk_not_found`,
 * `lines_not_there`, and as `addComment`.
 */
export async function commentOnHunk(db: Database, input: CommentOnHunkInput): Promise<string> {
  const { changesetId, hunkId, text, disposition, by } = input
  const { storeId } = await getChangeset(db, changesetId)
  const change = await changeOf(db, { storeId, changesetId, hunkId })
  const found = await versionLines(db, storeId, change, input)
  return addComment(db, { storeId, changesetId, ...found, text, disposition, by })
}

/** What the changeset did to the hunk's memory, up to the version that was shown. */
async function changeOf(
  db: Database,
  { storeId, changesetId, hunkId }: { storeId: string; changesetId: string; hunkId: string },
): Promise<ChangesetChange> {
  const name = parseHunkId(hunkId)
  const memory = await db.read.get<{ key: number }>(
    `SELECT key FROM memories
     WHERE id = ? AND store_key = (SELECT key FROM memory_stores WHERE id = ?)`,
    [name?.memoryId ?? null, storeId],
  )
  if (!name || !memory) return refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
  const memories = [{ memoryKey: memory.key, until: name.through }]
  const [change] = await changesetChanges(db, { storeId, changesetId, memories })
  return change ?? refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
}

/** The version that has the lines, and where in it. */
async function versionLines(
  db: Database,
  storeId: string,
  change: ChangesetChange,
  { side, lines }: { side: ChangeSide; lines: LineRange },
): Promise<{ versionId: string; lines: LineRange }> {
  const written = change.versionIds.at(-1) ?? ''
  if (side === 'after') return { versionId: written, lines }
  const text = change.before?.content ?? ''
  for (const versionId of await versionsBefore(db, change.versionIds)) {
    const { content } = await getVersion(db, { storeId, versionId })
    const found = content === null ? null : (await followLines(text, content))(lines)
    if (found) return { versionId, lines: found }
  }
  return refuseReview({ kind: 'lines_not_there', versionId: written, lineCount: 0 })
}

/** How many of the changeset's versions of a memory are looked before. */
const MAX_VERSIONS = 50

/** The versions that the changeset's own ones followed, the oldest first: what these removed. */
async function versionsBefore(db: Database, ownIds: readonly string[]): Promise<string[]> {
  const own = ownIds.slice(0, MAX_VERSIONS)
  const rows = await db.read.all<{ id: string }>(
    `SELECT b.id FROM memory_versions v CROSS JOIN memory_versions b
     WHERE v.id IN (${own.map(() => '?').join(', ')}) AND b.memory_key = v.memory_key
       AND b.sequence = (SELECT max(p.sequence) FROM memory_versions p
         WHERE p.memory_key = v.memory_key AND p.sequence < v.sequence)
     ORDER BY b.sequence`,
    own,
  )
  return rows.map(({ id }) => id)
}
