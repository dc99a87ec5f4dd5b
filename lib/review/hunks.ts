import { versionDamaged } from '@/lib/store/model/problems'
import { isUnreadable, type Text } from '@/lib/store/plan/chains'
import { sha256Hex } from '@/lib/text/content'
import { frontMatterOf } from '@/lib/text/front-matter'
import { withLineEndsOf } from '@/lib/text/line-ends'
import { type LineHunk, lineHunks } from '@/lib/text/line-hunks'
import { countLines, linesWithEnds } from '@/lib/text/lines'
import type { Sides } from './left-side'

/** The places where a memory differs from its left side, and what it is without some of them. */

export interface Hunk extends LineHunk {
  kind: 'created' | 'deleted' | 'renamed' | 'lines'
}

/** What there is to review of a memory. */
export type Change<S extends Sides = Sides> = S & { head: Text | null; hunks: Hunk[] }

/** A change with its hunks. Refuses `version_damaged` where the memory's own text is. */
export function changeOf<S extends Sides>(sides: S): Change<S> {
  const { left, head, memory } = sides
  if (isUnreadable(head)) throw versionDamaged(memory.versionId)
  return { ...sides, head, hunks: hunksOf(left, head) }
}

/**
 * Created and deleted memories are one hunk; else a change of the path comes first, then the runs of lines.
 * What only Claude Code's stamps changed is none. Where the left side is not known the whole memory is one.
 */
export function hunksOf(left: Sides['left'], head: Text | null): Hunk[] {
  const was = isUnreadable(left) ? null : left
  if (!was || !head) {
    if (!left && !head) return []
    const counts = [was, head].map((side) => countLines(side?.content ?? '')) as [number, number]
    return [hunkOf(head ? 'created' : 'deleted', ...counts)]
  }
  const isMeant = meantBetween(was.content, head.content)
  const lines = lineHunks(was.content, head.content)
    .filter(isMeant)
    .map((hunk) => ({ kind: 'lines' as const, ...hunk }))
  return was.path === head.path ? lines : [hunkOf('renamed', 0, 0), ...lines]
}

const hunkOf = (kind: Hunk['kind'], beforeCount: number, afterCount: number): Hunk => ({
  kind,
  beforeFrom: 0,
  beforeCount,
  afterFrom: 0,
  afterCount,
})

/** Lines that Claude Code writes anew with every write of its memory, in exactly this form: nobody meant them. */
const STAMP =
  /^\s+(?:modified: \d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)|originSessionId: [\da-f-]{36}|node_type: memory)\r?\n?$/
const IS_MEMORY = /^[ \t]+node_type:[ \t]*memory[ \t\r]*$/m

/** Builds a test for hunks that are more than stamps in the front matter of Claude Code's memory. */
function meantBetween(before: string, after: string) {
  const front = frontMatterOf(after)?.source ?? ''
  const end = IS_MEMORY.test(front) ? countLines(front) + 1 : 0
  return ({ beforeFrom, beforeCount, afterFrom, afterCount }: LineHunk): boolean => {
    if (afterFrom + afterCount > end || beforeCount !== afterCount) return true
    const was = linesWithEnds(before).slice(beforeFrom, beforeFrom + beforeCount)
    const is = linesWithEnds(after).slice(afterFrom, afterFrom + afterCount)
    return ![...was, ...is].every((line) => STAMP.test(line))
  }
}

/** Where a memory is; of a deleted one where it was. */
export function pathOf({ left, head, newest }: Sides): string {
  const known = [head, left].find((side): side is Text => side !== null && !isUnreadable(side))
  return known?.path ?? newest.path ?? ''
}

/** By which a settle says what its person saw: of paths and texts on both sides. */
export function shownHash({ left, head }: Sides): string {
  const told = [left, head].map((side) =>
    side === null || isUnreadable(side) ? side : [side.path, sha256Hex(side.content)],
  )
  return sha256Hex(JSON.stringify(told))
}

/** A hunk that goes back to the left side, by its place among all; with a text that takes its lines' place. */
export type Back = number | { hunk: number; text: string }

/** What becomes of a memory once some of its hunks go back or are edited; null: it is deleted. */
export function withBack({ left, head, hunks }: Change, back: readonly Back[]): Text | null {
  const was = isUnreadable(left) ? null : left
  const texts = new Map(
    back.map((each) => (typeof each === 'number' ? [each, null] : [each.hunk, each.text])),
  )
  // To the byte, also where stamps differ.
  if (hunks.every((_, at) => texts.get(at) === null)) return was
  const before = linesWithEnds(was?.content ?? '')
  const after = linesWithEnds(head?.content ?? '')
  const parts: string[] = []
  let at = 0
  for (const [place, { kind, beforeFrom, beforeCount, afterFrom, afterCount }] of hunks.entries()) {
    const instead = texts.get(place)
    if (kind === 'renamed' || instead === undefined) continue
    const taken = before.slice(beforeFrom, beforeFrom + beforeCount).join('')
    const stands = after.slice(afterFrom, afterFrom + afterCount).join('')
    const put = instead === null ? taken : endedAs(stands || taken, instead)
    parts.push(after.slice(at, afterFrom).join(''), put)
    at = afterFrom + afterCount
  }
  const isPathBack = hunks[0]?.kind === 'renamed' && texts.get(0) === null
  const path = (isPathBack ? (was ?? head) : (head ?? was))?.path ?? ''
  return { path, content: joined([...parts, after.slice(at).join('')]) }
}

/** A text from a field: it has `\n` for every line end, and the last only where it is typed, or of a blank line. */
function endedAs(lines: string, text: string): string {
  const typed = text.replaceAll(/\r\n?/g, '\n')
  const isEnded =
    typed === '' || (typed.endsWith('\n') && linesWithEnds(lines).at(-1)?.trim() !== '')
  return withLineEndsOf(lines, lines.endsWith('\n') && !isEnded ? `${typed}\n` : typed)
}

/** What follows a line without an end begins a line of its own. */
const joined = (parts: readonly string[]): string =>
  parts.reduce((text, part) => text + (text && part && !text.endsWith('\n') ? '\n' : '') + part, '')
