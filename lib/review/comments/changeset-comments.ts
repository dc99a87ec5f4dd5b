import type { Database } from '@/lib/db/database'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { chunked } from '@/lib/text/chunked'
import { groupedBy } from '@/lib/text/grouped-by'
import type { LineRange } from '@/lib/text/line-range'
import type { Comment } from '../model/comment'
import { followLines } from './place-comments'
import { commentOrigins, quotedLines, selectComments } from './read-comments'
import { stateOfComments } from './sql/changeset-comments'

/** The two texts between which a changeset's page shows a memory. */
export type ChangeSide = 'before' | 'after'

/** A comment as a changeset's page shows it. */
export interface ChangesetComment {
  comment: Comment
  /** the place of its lines in what the page shows; null: in neither text, or redacted */
  place: { side: ChangeSide; lines: LineRange } | null
  /** the lines as they were commented on, if they are in neither text; null: they are, or redacted */
  was: string | null
}

/** Comments that a page shows beside its hunks; a store lists them all. */
const MAX = 500

/**
 * The comments on memories of a changeset, by the memories' ids: those that are open, whosever
 * review they belong in, and the resolved ones of its own.
 */
export async function changesetComments(
  db: Database,
  input: {
    changesetId: string
    changes: readonly ChangesetChange[]
    signal?: AbortSignal | undefined
  },
): Promise<Map<string, ChangesetComment[]>> {
  const changes = new Map(input.changes.map((change) => [change.memoryId, change]))
  const found = new Map<string, ChangesetComment[]>()
  if (changes.size === 0) return found
  const keys = input.changes.map(({ memoryKey }) => memoryKey)
  const comments = await selectComments(
    db.prisma,
    {
      memoryKey: { in: keys },
      OR: [{ status: 'open' }, { changeset: { id: input.changesetId } }],
    },
    MAX,
  )
  for (const [memoryId, ofMemory] of groupedBy(comments, (each) => each.memoryId)) {
    const change = changes.get(memoryId)
    if (!change) continue
    found.set(memoryId, await placedIn(db, ofMemory, change, input.signal))
  }
  return found
}

async function placedIn(
  db: Database,
  comments: readonly Comment[],
  change: ChangesetChange,
  signal: AbortSignal | undefined,
): Promise<ChangesetComment[]> {
  const placed = new Map<string, ChangesetComment>()
  for await (const { text, comments: ofVersion } of commentOrigins(db, comments, signal)) {
    const placeOf = text === null ? () => null : await placer(text, change)
    for (const comment of ofVersion) {
      const place = placeOf(comment.lines)
      const was = place || text === null ? null : quotedLines(text, comment.lines)
      placed.set(comment.id, { comment, place, was })
    }
  }
  return comments.flatMap(({ id }) => placed.get(id) ?? [])
}

/** Finds lines of a text in what the changeset left, else in what it found. */
async function placer(text: string, { before, after }: ChangesetChange) {
  const sides = [
    ['after', after],
    ['before', before],
  ] as const
  const follow: { side: ChangeSide; at: (lines: LineRange) => LineRange | null }[] = []
  for (const [side, state] of sides) {
    if (state) follow.push({ side, at: await followLines(text, state.content) })
  }
  return (wanted: LineRange): ChangesetComment['place'] => {
    for (const { side, at } of follow) {
      const lines = at(wanted)
      if (lines) return { side, lines }
    }
    return null
  }
}

const MEMORIES_PER_QUERY = 200

/** Counts the unresolved comments on each of these memories, by the memories' keys. */
export async function countOpenComments(
  db: Database,
  memoryKeys: readonly number[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const part of chunked(memoryKeys, MEMORIES_PER_QUERY)) {
    const rows = await db.prisma.comment.groupBy({
      by: 'memoryKey',
      where: { memoryKey: { in: [...part] }, status: 'open' },
      _count: true,
    })
    for (const { memoryKey, _count } of rows) counts.set(memoryKey, _count)
  }
  return counts
}

/** Counts the comments on each version of a memory, by the versions' ids. */
export async function commentedVersions(
  db: Database,
  memoryId: string,
): Promise<Map<string, number>> {
  const rows = await db.prisma.memoryVersion.findMany({
    where: { memory: { id: memoryId }, comments: { some: {} } },
    select: { id: true, _count: { select: { comments: true } } },
  })
  return new Map(rows.map(({ id, _count }) => [id, _count.comments]))
}

/** Changes with everything that is said in a changeset's review, and stays as it is otherwise. */
export async function commentsState(db: Database, changesetId: string): Promise<string> {
  const row = await stateOfComments(db.read, changesetId)
  return Object.values(row ?? {}).join('.')
}
