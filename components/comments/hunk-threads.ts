import 'server-only'
import type { ListedHunk } from '@/components/review/changeset/read-changeset'
import { database } from '@/lib/db/open-database'
import {
  type ChangesetComment,
  changesetComments,
  type ChangeSide,
} from '@/lib/review/comments/changeset-comments'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import type { DiffLine } from '@/lib/text/text-diff'
import { readThreads } from './read-threads'
import type { ThreadView } from './thread-view'

/** A comment below a line of a hunk. */
export interface HunkThread {
  side: ChangeSide
  line: number
  thread: ThreadView
}

/** The comments on one memory, as a changeset's page shows them. */
export interface MemoryThreads {
  /** by the hunk's name */
  inHunks: ReadonlyMap<string, readonly HunkThread[]>
  /** outside of the hunks that are shown, or outdated */
  above: readonly ThreadView[]
}

/** The comments on the memories of some hunks, by the memories' ids. */
export async function memoryThreads(
  changesetId: string,
  hunks: readonly ListedHunk[],
  changes: readonly ChangesetChange[],
): Promise<Map<string, MemoryThreads>> {
  const comments = await changesetComments(database(), { changesetId, changes })
  const found = new Map<string, MemoryThreads>()
  for (const [memoryId, ofMemory] of comments) {
    const own = hunks.filter(({ memory }) => memory.memoryId === memoryId)
    found.set(memoryId, await inAndAbove(ofMemory, own))
  }
  return found
}

async function inAndAbove(
  comments: readonly ChangesetComment[],
  hunks: readonly ListedHunk[],
): Promise<MemoryThreads> {
  const threads = await readThreads(
    comments.map(({ comment, place, was }) => ({ comment, lines: place?.lines ?? null, was })),
  )
  const inHunks = new Map<string, HunkThread[]>()
  const above: ThreadView[] = []
  for (const [index, { place }] of comments.entries()) {
    const thread = threads[index]
    if (!thread) continue
    const at = place && hunkAt(hunks, place)
    if (!at) above.push(thread)
    else inHunks.set(at.hunkId, [...(inHunks.get(at.hunkId) ?? []), { ...at, thread }])
  }
  return { inHunks, above }
}

/** The hunk that has some of the lines, and the last of them that it has. */
function hunkAt(
  hunks: readonly ListedHunk[],
  { side, lines }: NonNullable<ChangesetComment['place']>,
): { hunkId: string; side: ChangeSide; line: number } | null {
  for (const { id, hunk } of hunks) {
    const before = [hunk.beforeFrom + 1, hunk.beforeFrom + hunk.beforeCount] as const
    const after = [hunk.afterFrom + 1, hunk.afterFrom + hunk.afterCount] as const
    const [from, to] = side === 'before' ? before : after
    if (lines.to < from || lines.from > to || from > to) continue
    return { hunkId: id, side, line: Math.min(lines.to, to) }
  }
  return null
}

/** Returns whether a hunk's thread belongs below a line. */
export function isBelow({ side, line }: HunkThread, shown: DiffLine): boolean {
  if (side === 'before') return shown.kind === 'removed' && shown.before === line
  return shown.kind !== 'removed' && shown.after === line
}
