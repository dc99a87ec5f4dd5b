import { type LineHunk, lineHunks } from './line-hunks'
import { linesWithEnds } from './lines'

/** A text and two edited copies of it. */
export interface MergeInput {
  base: string
  ours: string
  theirs: string
}

export type Merge = { clean: true; text: string } | { clean: false }

/** A part of a merge, with the lines of the base in whose place it is; lines with their ends. */
export type MergeRegion =
  /** nobody changed these lines, both did in the same way, or only one side did */
  | { kind: 'same' | 'agreed' | 'ours' | 'theirs'; lines: string[]; base: string[] }
  /** both changed them differently, or at least next to each other */
  | { kind: 'conflict'; ours: string[]; theirs: string[]; base: string[] }

/**
 * Three-way merge by lines. Clean when no line that one side changed is, or is adjacent to, one
 * that the other changed differently; each line end of the result then comes, to the byte, from one
 * of the three texts.
 */
export function mergeTexts(input: MergeInput): Merge {
  const { base, ours, theirs } = input
  if (ours === theirs || theirs === base) return { clean: true, text: ours }
  if (ours === base) return { clean: true, text: theirs }
  const regions = mergeRegions(input)
  if (regions.some(({ kind }) => kind === 'conflict')) return { clean: false }
  return { clean: true, text: textOfRegions(regions, 'ours') }
}

/**
 * The text that regions come to when one side's lines stand in each conflict. A line without an end
 * gets one where others follow.
 */
export function textOfRegions(
  regions: readonly MergeRegion[],
  inConflicts: 'ours' | 'theirs',
): string {
  const lines = regions.flatMap((region) =>
    region.kind === 'conflict' ? region[inConflicts] : region.lines,
  )
  const last = lines.pop() ?? ''
  return [...lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`)), last].join('')
}

/** The same merge in parts, for a person or a rule that decides what does not fit. */
export function mergeRegions(input: MergeInput): MergeRegion[] {
  const hunks = [...sideHunks(input, 'ours'), ...sideHunks(input, 'theirs')]
  return regionsAmong(input, hunks, ({ end }, next) => next.hunk.beforeFrom <= end)
}

/**
 * What becomes of a text (`ours`) from which a change (`base`, what it left; `theirs`, what it found) is
 * taken back. Other than in a merge, lines beside those that it changed are others' lines, not a
 * conflict: who appends to what somebody appended has not changed it.
 */
export function takeBackRegions(input: MergeInput): MergeRegion[] {
  const hunks = [...sideHunks(input, 'theirs'), ...sideHunks(input, 'ours')]
  const isInsertion = ({ hunk }: SideHunk) => hunk.beforeCount === 0
  return regionsAmong(input, hunks.flatMap(lineByLine), ({ end, hunks: [first] }, next, lines) => {
    if (next.hunk.beforeFrom < end) return true
    if (!first || !isInsertion(first) || !isInsertion(next)) return false
    const others = new Set(newLines(lines, first))
    return next.hunk.beforeFrom === end && newLines(lines, next).some((line) => others.has(line))
  })
}

/** What is only removed may be removed around what others put in between. */
function lineByLine(each: SideHunk): SideHunk[] {
  const { hunk, side } = each
  if (hunk.afterCount > 0) return [each]
  return Array.from({ length: hunk.beforeCount }, (_, line) => ({
    side,
    hunk: { ...hunk, beforeFrom: hunk.beforeFrom + line, beforeCount: 1 },
  }))
}

const newLines = (lines: SideLines, { side, hunk }: SideHunk) =>
  lines[side].slice(hunk.afterFrom, hunk.afterFrom + hunk.afterCount)

/** Hunks of both sides that are decided together, and the end of their lines of the base. */
interface Together {
  hunks: SideHunk[]
  end: number
}

function regionsAmong(
  { base, ours, theirs }: MergeInput,
  hunks: readonly SideHunk[],
  meets: (together: Together, next: SideHunk, lines: SideLines) => boolean,
): MergeRegion[] {
  const lines = {
    base: linesWithEnds(base),
    ours: linesWithEnds(ours),
    theirs: linesWithEnds(theirs),
  }
  const waiting = hunks.toSorted(
    ({ hunk: one }, { hunk: other }) =>
      one.beforeFrom - other.beforeFrom ||
      Math.sign(one.beforeCount) - Math.sign(other.beforeCount),
  )
  const regions: MergeRegion[] = []
  let at = 0
  const keepUpTo = (end: number) => {
    const kept = lines.base.slice(at, end)
    if (kept.length > 0) regions.push({ kind: 'same', lines: kept, base: kept })
    at = end
  }
  for (let index = 0; index < waiting.length;) {
    const from = waiting[index]?.hunk.beforeFrom ?? 0
    const together: Together = { hunks: [], end: from }
    for (let next = waiting[index]; next; next = waiting[++index]) {
      if (together.hunks.length > 0 && !meets(together, next, lines)) break
      together.end = Math.max(together.end, endOf(next.hunk))
      together.hunks.push(next)
    }
    keepUpTo(from)
    regions.push(regionOf(lines, together.hunks, { from, end: together.end }))
    at = together.end
  }
  keepUpTo(lines.base.length)
  return regions
}

type Side = 'ours' | 'theirs'

type SideLines = Record<Side | 'base', readonly string[]>

/** A run of lines of the base, and what one side has in its place. */
interface SideHunk {
  side: Side
  hunk: LineHunk
}

const sideHunks = (input: MergeInput, side: Side): SideHunk[] =>
  lineHunks(input.base, input[side]).map((hunk) => ({ side, hunk }))

const endOf = (hunk: LineHunk) => hunk.beforeFrom + hunk.beforeCount

/** Hunks that touch one run of the base: a change of one side, of both alike, or a conflict. */
function regionOf(
  lines: SideLines,
  hunks: readonly SideHunk[],
  range: { from: number; end: number },
): MergeRegion {
  const base = lines.base.slice(range.from, range.end)
  const linesOf = (side: Side) => {
    const own = hunks.filter((each) => each.side === side)
    const first = own[0]?.hunk
    const last = own.at(-1)?.hunk
    if (!first || !last) return null
    const from = first.afterFrom - (first.beforeFrom - range.from)
    const end = last.afterFrom + last.afterCount + (range.end - endOf(last))
    return lines[side].slice(from, end)
  }
  const ours = linesOf('ours')
  const theirs = linesOf('theirs')
  if (!ours) return { kind: 'theirs', lines: theirs ?? [], base }
  if (!theirs) return { kind: 'ours', lines: ours, base }
  const isAgreed = ours.join('') === theirs.join('')
  return isAgreed ? { kind: 'agreed', lines: ours, base } : { kind: 'conflict', ours, theirs, base }
}
