import type { Database } from '@/lib/db/database'
import type { LineRange } from '@/lib/text/line-range'
import { selectComments } from './core/comment-rows'
import type { Comment } from './model/comment'
import { placeCommentsNow } from './place-comments'

/** What a reviewer asks an agent to change. */
export interface FixRequest {
  /** of the comment */
  id: string
  /** grows with what it asks for */
  revision: number
  storeId: string
  /** null: deleted */
  path: string | null
  /** where its lines are now; null: they are gone */
  lines: LineRange | null
  /** the lines as they were commented on */
  askedOf: LineRange
  text: string
  /** the last reply; null: none */
  reply: string | null
}

/**
 * The oldest open comments of stores that ask for a fix, that no agent answered, and that were not
 * told in their present words. Of a memory in quarantine agents are told nothing: they could not
 * change it. `told`: by comment, the revision that was told.
 */
export async function fixRequests(
  db: Database,
  input: {
    storeIds: readonly string[]
    told: Readonly<Record<string, number>>
    limit: number
  },
): Promise<FixRequest[]> {
  const requests: FixRequest[] = []
  for (const storeId of input.storeIds) {
    if (requests.length >= input.limit) break
    const open = await db.read.all<{ id: string; revision: number }>(
      `SELECT c.id, c.revision FROM comments c
       WHERE c.store_key = (SELECT key FROM memory_stores WHERE id = ?) AND c.disposition = 'fix'
         AND c.status = 'open' AND c.answered_sequence IS NULL AND NOT EXISTS (
           SELECT 1 FROM quarantines q WHERE q.memory_key = c.memory_key) ORDER BY c.key`,
      [storeId],
    )
    const untold = open
      .filter(({ id, revision }) => input.told[id] !== revision)
      .slice(0, input.limit - requests.length)
    requests.push(...(await requestsOf(db, untold)))
  }
  return requests
}

/**
 * The oldest open comments on one memory that ask for a fix and that no agent answered; of a memory
 * in quarantine none.
 */
export async function fixRequestsOn(
  db: Database,
  { storeId, path, limit }: { storeId: string; path: string; limit: number },
): Promise<FixRequest[]> {
  const open = await db.read.all<{ id: string; revision: number }>(
    `SELECT c.id, c.revision FROM memory_stores s CROSS JOIN memories m CROSS JOIN comments c
     WHERE s.id = ? AND m.store_key = s.key AND m.path = ? AND c.memory_key = m.key
       AND c.disposition = 'fix' AND c.status = 'open' AND c.answered_sequence IS NULL
       AND NOT EXISTS (SELECT 1 FROM quarantines q WHERE q.memory_key = m.key)
     ORDER BY c.key LIMIT ?`,
    [storeId, path, limit],
  )
  return requestsOf(db, open)
}

async function requestsOf(
  db: Database,
  untold: readonly { id: string; revision: number }[],
): Promise<FixRequest[]> {
  if (untold.length === 0) return []
  const ids = untold.map(({ id }) => id)
  const places = ids.map(() => '?').join(', ')
  const comments = await selectComments(db.read, `c.id IN (${places}) ORDER BY c.key`, ids)
  const placed = await placeCommentsNow(db, comments)
  const revisions = new Map(untold.map(({ id, revision }) => [id, revision]))
  return comments.map((comment) => ({
    id: comment.id,
    revision: revisions.get(comment.id) ?? 0,
    storeId: comment.storeId,
    path: comment.path,
    lines: placed.get(comment.id)?.lines ?? null,
    askedOf: comment.lines,
    ...wordsOf(comment),
  }))
}

function wordsOf({ remarks }: Comment): Pick<FixRequest, 'text' | 'reply'> {
  const [first, ...replies] = remarks
  return { text: first?.text ?? '', reply: replies.at(-1)?.text ?? null }
}
