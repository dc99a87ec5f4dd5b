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
export function mergeRegions({ base, ours, theirs }: MergeInput): MergeRegion[] {
  const lines = {
    base: linesWithEnds(base),
    ours: linesWithEnds(ours),
    theirs: linesWithEnds(theirs),
  }
  const hunks = [...sideHunks(base, ours, 'ours'), ...sideHunks(base, theirs, 'theirs')]
  hunks.sort((one, other) => one.hunk.beforeFrom - other.hunk.beforeFrom)
  const regions: MergeRegion[] = []
  let at = 0
  const keepUpTo = (end: number) => {
    const kept = lines.base.slice(at, end)
    if (kept.length > 0) regions.push({ kind: 'same', lines: kept, base: kept })
    at = end
  }
  for (let index = 0; index < hunks.length;) {
    const from = hunks[index]?.hunk.beforeFrom ?? 0
    let end = from
    const together: SideHunk[] = []
    for (let next = hunks[index]; next && next.hunk.beforeFrom <= end; next = hunks[++index]) {
      end = Math.max(end, endOf(next.hunk))
      together.push(next)
    }
    keepUpTo(from)
    regions.push(regionOf(lines, together, { from, end }))
    at = end
  }
  keepUpTo(lines.base.length)
  return regions
}

type Side = 'ours' | 'theirs'

/** A run of lines of the base, and what one side has in its place. */
interface SideHunk {
  side: Side
  hunk: LineHunk
}

const sideHunks = (base: string, text: string, side: Side): SideHunk[] =>
  lineHunks(base, text).map((hunk) => ({ side, hunk }))

const endOf = (hunk: LineHunk) => hunk.beforeFrom + hunk.beforeCount

/** Hunks that touch one run of the base: a change of one side, of both alike, or a conflict. */
function regionOf(
  lines: Record<Side | 'base', readonly string[]>,
  hunks: readonly SideHunk[],
  range: { from: number; end: number },
): MergeRegion {
  const base = lines.base.slice(range.from, range.end)
  const linesOf = (side: Side) => {
    const own = hunks.filter((each) => each.side === side)
    const [first, last] = [own[0]?.hunk, own.at(-1)?.hunk]
    if (!first || !last) return null
    const from = first.afterFrom - (first.beforeFrom - range.from)
    const end = last.afterFrom + last.afterCount + (range.end - endOf(last))
    return lines[side].slice(from, end)
  }
  const [ours, theirs] = [linesOf('ours'), linesOf('theirs')]
  if (!ours) return { kind: 'theirs', lines: theirs ?? [], base }
  if (!theirs) return { kind: 'ours', lines: ours, base }
  const isAgreed = ours.join('') === theirs.join('')
  return isAgreed ? { kind: 'agreed', lines: ours, base } : { kind: 'conflict', ours, theirs, base }
}
