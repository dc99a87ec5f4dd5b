import { database } from '@/lib/db'
import { type Flag, type Flags, PATH_LINE } from '@/lib/scan/flag'
import { flagsOf } from '@/lib/scan/flags-of'
import { previewLines } from '@/lib/scan/masked'
import { contentOf, heldMemories, isUnreadable, type Text } from '@/lib/store/plan/chains'
import { splitLines } from '@/lib/text/lines'
import { type Attention, attentionOf } from './attention'
import { type HunkWriter, hunkWriters, type VersionRef, versionRefs } from './hunk-writers'
import { type Change, changeOf, type Hunk, pathOf, shownHash } from './hunks'
import { onAdded } from './judge'
import { sidesByLine } from './left-side'
import { withoutDismissed } from './store-flags'

/** What there is to review of a memory, as a page shows it. */

/** A side of a change, line by line without ends; secrets are masked. */
export interface ShownText {
  path: string
  lines: string[]
  /** the last line has no newline */
  isUnended: boolean
}

export interface ReviewHunk extends Hunk {
  level: Attention['level']
  /** the oldest first */
  writers: HunkWriter[]
  /** on added lines, dismissed ones apart */
  flags: Flag[]
  moved: Moved[]
  /** lines that a person wrote and that are gone, in the left text from 1 */
  peoples: { line: number; by: string }[]
}

export interface ChangeToReview extends Attention {
  memoryId: string
  storeId: string
  /** where it is, or was */
  path: string
  /** null: from before its first version */
  base: number | null
  through: number
  /** what a settle that takes something back names */
  shown: string
  /** the version that a person saw, null: none, and the newest with its id */
  versions: { from: number | null; to: number; id: string }
  left: ShownText | null | 'redacted'
  head: ShownText | null
  /** what people wrote in between: its last version, null: nothing, and how many lines of it stand out */
  people: { last: VersionRef | null; lines: number }
  hunks: ReviewHunk[]
}

/**
 * What there is to review of memories of a group, in their order; those of which nothing is are left out.
 * `inClear`: a hunk whose lines are not masked. Refuses `version_damaged`.
 */
export async function changesToReview(
  memoryIds: readonly string[],
  inClear?: { memoryId: string; hunk: number },
): Promise<ChangeToReview[]> {
  const { reader } = database()
  const memories = await heldMemories(reader, memoryIds)
  const marked = memories.filter(({ toReview }) => toReview !== null)
  const sides = await sidesByLine(reader, marked)
  const changes = marked.flatMap(({ id }) => sides.get(id) ?? []).map(changeOf)
  const movedIn = movedAmong(changes)
  const refOf = await versionRefs(changes.flatMap(({ since }) => since))
  const told: ChangeToReview[] = []
  for (const change of changes.filter(({ hunks }) => hunks.length > 0)) {
    const { memory, left, head, since, lines, hunks } = change
    const clear = inClear?.memoryId === memory.id ? hunks[inClear.hunk] : undefined
    const writers = await hunkWriters(change, refOf)
    const texts = await shownTexts(change, clear)
    const attention = attentionOf(left, head, texts.flags)
    const last = since.findLast(({ side }) => side !== 'agent')
    told.push({
      ...attention,
      left: texts.left,
      head: texts.head,
      memoryId: memory.id,
      storeId: memory.storeId,
      path: pathOf(change),
      base: memory.reviewedSequence,
      through: memory.sequence,
      shown: shownHash(change),
      versions: {
        from: memory.reviewedSequence === null ? null : (since[0]?.ordinal ?? 1) - 1,
        to: since.at(-1)?.ordinal ?? 1,
        id: memory.versionId,
      },
      people: { last: last ? refOf(last) : null, lines: lines?.changed ?? 0 },
      hunks: hunks.map((hunk) => {
        const flags = texts.flags.found.filter(isIn(hunk))
        const own = { ...texts.flags, found: flags }
        const { level } = hunks.length > 1 ? attentionOf(head, head, own) : attention
        return { ...hunk, ...writers(hunk), level, flags, moved: movedIn(hunk) }
      }),
    })
  }
  return told
}

/** Both sides, masked but for a hunk, and what is found on added lines. */
async function shownTexts({ memory, left, head }: Change, clear: Hunk | undefined) {
  const was = isUnreadable(left) ? null : left
  const ofLeft = await flagsIn(was)
  const ofHead = await flagsIn(head)
  const added = head ? onAdded(was, head, ofHead.found) : []
  const shownLeft = shownText(was, ofLeft, clear?.beforeFrom, clear?.beforeCount)
  return {
    left: isUnreadable(left) ? ('redacted' as const) : shownLeft,
    head: shownText(head, ofHead, clear?.afterFrom, clear?.afterCount),
    flags: { ...ofHead, found: await withoutDismissed(memory, added) },
  }
}

const flagsIn = (text: Text | null): Promise<Flags> | Flags =>
  text ? flagsOf(text) : { found: [], isWhole: true }

/** Flags of the path are in the hunk that is about it. */
const isIn =
  ({ kind, afterFrom, afterCount }: Hunk) =>
  ({ line, toLine }: Flag): boolean =>
    line === PATH_LINE ? kind !== 'lines' : line <= afterFrom + afterCount && toLine > afterFrom

/** `count` lines from one on are not masked. */
function shownText(text: Text | null, flags: Flags, from = 0, count = 0): ShownText | null {
  if (!text) return null
  const { path, content } = text
  const lines = content === '' ? [] : previewLines(content, flags)
  lines.splice(from, count, ...splitLines(content).slice(from, from + count))
  return { path, lines, isUnended: content !== '' && !content.endsWith('\n') }
}

/** A line of a hunk that another memory of the group has on its other side. */
export interface Moved {
  /** in the text of that side, from 1 */
  line: number
  side: 'added' | 'removed'
  /** the other memory */
  memoryId: string
  path: string
}

/** Shorter lines stand everywhere: headings, brackets, `done`. */
const MIN_CHARACTERS = 12

/** Finds the lines of a hunk that went to, or came from, another of these memories. */
function movedAmong(changes: readonly Change[]): (hunk: Hunk) => Moved[] {
  const linesOf = new Map(changes.flatMap(linesByHunk))
  // Of a text on one side the first line in each of two memories: one of them is another than who asks.
  const first = new Map<string, Moved[]>()
  for (const { text, ...line } of [...linesOf.values()].flat()) {
    const known = first.get(line.side + text) ?? []
    if (known.length === 2 || known[0]?.memoryId === line.memoryId) continue
    first.set(line.side + text, [...known, line])
  }
  return (hunk) =>
    (linesOf.get(hunk) ?? []).flatMap(({ text, ...line }): Moved[] => {
      const there = first.get((line.side === 'added' ? 'removed' : 'added') + text)
      const other = there?.find(({ memoryId }) => memoryId !== line.memoryId)
      return other ? [{ ...line, memoryId: other.memoryId, path: other.path }] : []
    })
}

/** Each text is split once: it may differ in thousands of places. */
function linesByHunk(change: Change): [Hunk, (Moved & { text: string })[]][] {
  const about = { memoryId: change.memory.id, path: pathOf(change) }
  const linesOf = (side: Moved['side'], of: Change['left']) =>
    splitLines(contentOf(of) ?? '').map((line, at) => {
      return { ...about, side, line: at + 1, text: line.trim() }
    })
  const removed = linesOf('removed', change.left)
  const added = linesOf('added', change.head)
  return change.hunks.map((hunk) => {
    const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
    const gone = removed.slice(beforeFrom, beforeFrom + beforeCount)
    const all = [...gone, ...added.slice(afterFrom, afterFrom + afterCount)]
    return [hunk, all.filter(({ text }) => text.length >= MIN_CHARACTERS)]
  })
}
