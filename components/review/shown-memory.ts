import 'server-only'
import type { ChangeToReview, ReviewHunk } from '@/lib/review/change-to-review'
import type { Marked } from '@/lib/review/marked'
import type { ReviewGroup } from '@/lib/review/to-review'
import { sha256Hex } from '@/lib/text/content'
import { groupedBy } from '@/lib/text/lists'
import { hunkLinesOf } from './hunk-lines'
import type { Standing } from './news'
import type { HunkLines, ShownHunk, ShownMemory } from './shown'

/** Text of hunks that comes with a page; the rest is asked for. UTF-16 units. */
const FIRST_UNITS = 120_000

const MOST_SAID = 120

/** Memories of a group as its board shows them. */
export function shownMemories(
  changes: readonly ChangeToReview[],
  marked: readonly Marked[],
  stores: ReadonlyMap<string, { archivedAt: Date | null }>,
): ShownMemory[] {
  const of = new Map(marked.map((each) => [each.memoryId, each]))
  return changes.flatMap((change): ShownMemory[] => {
    const { memoryId: id, storeId, path, base, through, shown, versions, people } = change
    const { by, at } = of.get(id) ?? {}
    const store = stores.get(storeId)
    if (!by || !at || !store) return []
    return [
      {
        id,
        storeId,
        path,
        base,
        through,
        shown,
        versions,
        people,
        by,
        at,
        level: change.level,
        signals: change.signals,
        severity: change.severity,
        isKeepOnly: store.archivedAt !== null,
        kind: kindOf(change),
        isDeleted: change.head === null,
        isLeftUnknown: change.left === 'redacted',
        hunks: eachAlone(change.hunks.map((hunk, place) => shownHunk(change, hunk, place))),
      },
    ]
  })
}

function kindOf({ head, hunks }: ChangeToReview): ShownMemory['kind'] {
  if (hunks[0]?.kind === 'created') return 'created'
  if (!head) return 'deleted'
  return hunks.every(({ kind }) => kind === 'renamed') ? 'renamed' : 'modified'
}

/** Nobody decides about a place that they do not see: equal hunks of one memory are told apart. */
const eachAlone = (hunks: readonly ShownHunk[]): ShownHunk[] =>
  [...groupedBy(hunks, ({ key }) => key).values()]
    .flatMap((own) =>
      // With their number: once there are others, which of them was decided is not known.
      own.map((hunk, at) =>
        own.length > 1 ? { ...hunk, key: `${hunk.key}-${at}-${own.length}` } : hunk,
      ),
    )
    .toSorted((one, other) => one.at - other.at)

function shownHunk(change: ChangeToReview, hunk: ReviewHunk, at: number): ShownHunk {
  const { kind, level, writers, flags, moved, peoples } = hunk
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  const was = change.left === 'redacted' ? null : change.left
  const removed = was?.lines.slice(beforeFrom, beforeFrom + beforeCount) ?? []
  const added = change.head?.lines.slice(afterFrom, afterFrom + afterCount) ?? []
  const [from, count] = afterCount > 0 ? [afterFrom, afterCount] : [beforeFrom, beforeCount]
  const yours = peoples.filter(({ by }) => by === 'user_local').length
  const first = [...added, ...removed].find((line) => line.trim() !== '')?.trim() ?? ''
  return {
    kind,
    level,
    writers,
    flags,
    moved,
    at,
    key: keyOf(change, hunk, { removed, added }),
    from: count > 0 ? from + 1 : 0,
    to: from + count,
    added: afterCount,
    removed: beforeCount,
    yours,
    peoples: peoples.length - yours,
    says: kind === 'renamed' && was ? was.path : first.slice(0, MOST_SAID),
  }
}

/** Equal for equal hunks of the same writers. What is masked is equal to nothing else. */
function keyOf(
  { memoryId, head, left }: ChangeToReview,
  { kind, level, writers, peoples }: ReviewHunk,
  { removed, added }: { removed: readonly string[]; added: readonly string[] },
): string {
  const isAlone =
    kind === 'renamed' ||
    left === 'redacted' ||
    [...removed, ...added].some((line) => line.includes('••••'))
  const says = added.findIndex((line) => line.trim() !== '')
  // In new memories numbers may differ, but in no line that is not said of each.
  const said = added.map((line, at) =>
    kind === 'created' && at === says && line.trim().length <= MOST_SAID
      ? line.replace(/\d+/g, '0')
      : line,
  )
  const by = [[...new Set(writers.map((writer) => writer.by.id))], peoples.map((line) => line.by)]
  const paths = kind === 'renamed' ? [head?.path] : []
  const told = [kind, level, removed, said, isAlone ? memoryId : null, paths, by]
  return sha256Hex(JSON.stringify(told)).slice(0, 16)
}

/** The lines of hunks that come with the page: of each the first that has it, as far as there is room. */
export function firstLines(
  changes: readonly ChangeToReview[],
  memories: readonly ShownMemory[],
): Record<string, HunkLines> {
  const of = new Map(changes.map((change) => [change.memoryId, change]))
  const first: Record<string, HunkLines> = {}
  let left = FIRST_UNITS
  for (const { id, hunks } of memories) {
    const change = of.get(id)
    const linesOf = change && hunkLinesOf(change)
    for (const { key, at } of hunks) {
      const hunk = change?.hunks[at]
      if (!hunk || !linesOf || key in first || left <= 0) continue
      const lines = linesOf(hunk)
      left -= lines.lines.reduce((sum, { text }) => sum + text.length, 0)
      first[key] = lines
    }
  }
  return first
}

/** What groups hold, as far as it tells what is new. */
export function standingOf(groups: readonly ReviewGroup[]): Standing {
  const all = groups.flatMap(({ memories, held }) => [
    ...memories.map(({ memoryId, head }) => [memoryId, head] as const),
    ...held.map(({ id }) => [id, 0] as const),
  ])
  return Object.fromEntries(all)
}
