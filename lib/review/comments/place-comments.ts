import type { Database } from '@/lib/db/database'
import { commonLinesAside } from '@/lib/scan/line-pairs'
import { getVersion } from '@/lib/store/versions/read-versions'
import { followedLines } from '@/lib/text/followed-lines'
import { groupedBy } from '@/lib/text/grouped-by'
import type { LineRange } from '@/lib/text/line-range'
import { type CommentedLines, commentOrigins, quotedLines } from './read-comments'
import { headOfMemory } from './sql/answers'

/** The place of a comment's lines in a text. */
export interface CommentPlace {
  /** null: they are gone, or were redacted */
  lines: LineRange | null
  /** the lines as they were commented on, if they are gone; null: they are there, or redacted */
  was: string | null
}

/**
 * Locates the lines of comments on one memory in a text of it, by the comments' ids (review page,
 * State that survives). `text`: null if that version was redacted.
 */
async function placeComments(
  db: Database,
  comments: readonly CommentedLines[],
  { text, signal }: { text: string | null; signal?: AbortSignal | undefined },
): Promise<Map<string, CommentPlace>> {
  const places = new Map<string, CommentPlace>()
  for await (const origin of commentOrigins(db, comments, signal)) {
    const follow =
      origin.text === null || text === null ? null : await followLines(origin.text, text)
    for (const { id, lines } of origin.comments) {
      const now = follow?.(lines) ?? null
      const was = now || origin.text === null ? null : quotedLines(origin.text, lines)
      places.set(id, { lines: now, was })
    }
  }
  return places
}

/**
 * The same for comments on several memories, in what these hold now; in a deleted memory all lines
 * are gone.
 */
export async function placeCommentsNow(
  db: Database,
  comments: readonly CommentedLines[],
): Promise<Map<string, CommentPlace>> {
  const places = new Map<string, CommentPlace>()
  for (const [memoryId, ofMemory] of groupedBy(comments, (each) => each.memoryId)) {
    const text = await headOf(db, ofMemory[0]?.storeId ?? '', memoryId)
    for (const [id, place] of await placeComments(db, ofMemory, { text })) places.set(id, place)
  }
  return places
}

async function headOf(db: Database, storeId: string, memoryId: string): Promise<string | null> {
  const row = await headOfMemory(db.read, memoryId)
  if (!row) return null
  if (row.path === null) return ''
  const { content } = await getVersion(db, { storeId, versionId: row.headVersionId })
  return content
}

/** Like `followedLines`, but nobody waits while large texts are compared. */
export async function followLines(
  from: string,
  to: string,
): Promise<(lines: LineRange) => LineRange | null> {
  return followedLines(from, to, from === to ? [] : await commonLinesAside(from, to))
}
