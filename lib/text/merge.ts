import { diff3Merge, diffIndices } from 'node-diff3'
import { linesWithEnds } from './line-hunks'
import { matchingLines } from './matching-lines'

/** A text and two edited copies of it. */
export interface MergeInput {
  base: string
  ours: string
  theirs: string
}

export type Merge = { clean: true; text: string } | { clean: false }

/** A part of a merge; lines with their ends. */
export type MergeRegion =
  /** all agree on these lines, or only one side changed them */
  | { kind: 'same' | 'ours' | 'theirs'; lines: string[] }
  /** both changed them differently, or at least next to each other */
  | { kind: 'conflict'; ours: string[]; theirs: string[]; base: string[] }

/** A region that says what stood there before. */
export type MergePart =
  /** `agreed`: both sides changed it in the same way */
  | { kind: 'same' | 'agreed' | 'ours' | 'theirs'; lines: string[]; base: string[] }
  | Extract<MergeRegion, { kind: 'conflict' }>

/** Corresponding ranges of the three texts, each line as its number. */
interface Stretch {
  base: number[]
  ours: number[]
  theirs: number[]
}

/** The position of a line that occurs exactly once in each of the three texts. */
type Anchor = { [Side in keyof Stretch]: number }

/**
 * Three-way merge by lines. Clean when no line that one side changed is, or is adjacent to, one
 * that the other changed differently; each line end of the result then comes, to the byte, from one
 * of the three texts. Also not clean when a long range without anchors would take too long to
 * compare.
 */
export function mergeTexts({ base, ours, theirs }: MergeInput): Merge {
  if (ours === theirs || theirs === base) return { clean: true, text: ours }
  if (ours === base) return { clean: true, text: theirs }

  const numbering = new Map<string, number>()
  const numbered = (text: string) => linesWithEnds(text).map((line) => numberOf(numbering, line))
  const whole = { base: numbered(base), ours: numbered(ours), theirs: numbered(theirs) }
  const merged: number[] = []
  for (const stretch of stretchesOf(whole, numbering.size)) {
    const lines = mergeStretch(stretch)
    if (lines === null) return { clean: false }
    for (const line of lines) merged.push(line)
  }
  const lines = [...numbering.keys()]
  return { clean: true, text: merged.map((number) => lines[number]).join('') }
}

/**
 * The same merge in parts, for a person who decides what does not fit. What would take too long to
 * compare is one conflict.
 */
export function mergeRegions(input: MergeInput): MergeRegion[] {
  return joined(
    mergeParts(input).map((part) =>
      part.kind === 'conflict'
        ? part
        : { kind: part.kind === 'agreed' ? 'ours' : part.kind, lines: part.lines },
    ),
  )
}

/**
 * The same, each part with the lines of the base in whose place it is: also those that only one side
 * removed.
 */
export function mergeParts({ base, ours, theirs }: MergeInput): MergePart[] {
  const numbering = new Map<string, number>()
  const numbered = (text: string) => linesWithEnds(text).map((line) => numberOf(numbering, line))
  const whole = { base: numbered(base), ours: numbered(ours), theirs: numbered(theirs) }
  const stretches = stretchesOf(whole, numbering.size)
  const lines = [...numbering.keys()]
  const textOf = (numbers: readonly number[]) => numbers.map((number) => lines[number] ?? '')
  return joinedParts(stretches.flatMap((stretch) => partsOf(stretch, textOf)))
}

/**
 * The same merge as one text that a person reads again: where it does not fit, our lines stand, and
 * after them those that the others added.
 */
export function mergeKeepingBoth(input: MergeInput): string {
  const lines = mergeRegions(input).flatMap((region) => {
    if (region.kind !== 'conflict') return region.lines
    const { ours, theirs, base } = region
    return [...ours, ...theirs.filter((line) => !base.includes(line) && !ours.includes(line))]
  })
  const last = lines.pop() ?? ''
  return [...lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`)), last].join('')
}

/**
 * Two texts in parts where nothing tells which came first: what differs is a conflict without a
 * base.
 */
export function differingRegions(ours: string, theirs: string): MergeRegion[] {
  const numbering = new Map<string, number>()
  const numbered = (text: string) => linesWithEnds(text).map((line) => numberOf(numbering, line))
  const [ourLines, theirLines] = [linesWithEnds(ours), linesWithEnds(theirs)]
  const regions: MergeRegion[] = []
  let at = { ours: 0, theirs: 0 }
  const end = { before: ourLines.length, after: theirLines.length }
  for (const { before, after } of [...matchingLines(numbered(ours), numbered(theirs)), end]) {
    if (before > at.ours || after > at.theirs) {
      const sides = {
        ours: ourLines.slice(at.ours, before),
        theirs: theirLines.slice(at.theirs, after),
      }
      regions.push({ kind: 'conflict', ...sides, base: [] })
    }
    const line = ourLines[before]
    if (line !== undefined) regions.push({ kind: 'same', lines: [line] })
    at = { ours: before + 1, theirs: after + 1 }
  }
  return joined(regions)
}

type TextOf = (numbers: readonly number[]) => string[]

function partsOf({ base, ours, theirs }: Stretch, textOf: TextOf): MergePart[] {
  const all = textOf(base)
  if (isSame(ours, base) && isSame(theirs, base)) return [{ kind: 'same', lines: all, base: all }]
  if (comparisons(base, ours) + comparisons(base, theirs) > MAX_COMPARISONS) {
    if (isSame(ours, theirs)) return [{ kind: 'agreed', lines: textOf(ours), base: all }]
    if (isSame(theirs, base)) return [{ kind: 'ours', lines: textOf(ours), base: all }]
    if (isSame(ours, base)) return [{ kind: 'theirs', lines: textOf(theirs), base: all }]
    return [{ kind: 'conflict', ours: textOf(ours), theirs: textOf(theirs), base: all }]
  }
  return changedParts({ base, ours, theirs }).map((part): MergePart => {
    const replaced = textOf(part.base)
    if (part.kind !== 'conflict') {
      return { kind: part.kind, lines: textOf(part.lines), base: replaced }
    }
    const isAgreed = isSame(part.ours, part.theirs)
    if (isAgreed) return { kind: 'agreed', lines: textOf(part.ours), base: replaced }
    return {
      kind: 'conflict',
      ours: textOf(part.ours),
      theirs: textOf(part.theirs),
      base: replaced,
    }
  })
}

type NumberedPart =
  | { kind: 'same' | 'ours' | 'theirs'; lines: number[]; base: number[] }
  | { kind: 'conflict'; ours: number[]; theirs: number[]; base: number[] }

/** A run of lines of the base, and what one side has in its place. */
interface SideHunk {
  side: 'ours' | 'theirs'
  /** lines of the base, `to` exclusive */
  from: number
  to: number
  /** lines of the side, `sideTo` exclusive */
  sideFrom: number
  sideTo: number
}

/** As diff3 does, and also with what only one side removed, which node-diff3 leaves out. */
function changedParts(stretch: Stretch): NumberedPart[] {
  const { base } = stretch
  const hunks = [...hunksOf(stretch, 'ours'), ...hunksOf(stretch, 'theirs')]
  hunks.sort((one, other) => one.from - other.from)
  const parts: NumberedPart[] = []
  let at = 0
  const keepUpTo = (to: number) => {
    if (to > at) parts.push({ kind: 'same', lines: base.slice(at, to), base: base.slice(at, to) })
    at = to
  }
  for (let index = 0; index < hunks.length;) {
    const first = hunks[index]
    if (!first) break
    let end = first.to
    const together = [first]
    for (let next = hunks[++index]; next && next.from <= end; next = hunks[++index]) {
      end = Math.max(end, next.to)
      together.push(next)
    }
    keepUpTo(first.from)
    parts.push(partOf(stretch, together, { from: first.from, to: end }))
    at = end
  }
  keepUpTo(base.length)
  return parts
}

const hunksOf = (stretch: Stretch, side: SideHunk['side']): SideHunk[] =>
  diffIndices(stretch.base, stretch[side]).map(({ buffer1, buffer2 }) => ({
    side,
    from: buffer1[0],
    to: buffer1[0] + buffer1[1],
    sideFrom: buffer2[0],
    sideTo: buffer2[0] + buffer2[1],
  }))

/** Hunks that touch one run of the base: of one side, or a conflict. */
function partOf(
  stretch: Stretch,
  hunks: readonly SideHunk[],
  range: { from: number; to: number },
): NumberedPart {
  const base = stretch.base.slice(range.from, range.to)
  const [only] = hunks
  if (only && hunks.length === 1) {
    const lines = stretch[only.side].slice(only.sideFrom, only.sideTo)
    return { kind: only.side, lines, base }
  }
  const linesOf = (side: SideHunk['side']) => {
    const own = hunks.filter((hunk) => hunk.side === side)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return base
    return stretch[side].slice(
      first.sideFrom - (first.from - range.from),
      last.sideTo + (range.to - last.to),
    )
  }
  return { kind: 'conflict', ours: linesOf('ours'), theirs: linesOf('theirs'), base }
}

/** Neighbours of one kind become one part; those in which nothing was or is go. */
function joinedParts(parts: readonly MergePart[]): MergePart[] {
  const all: MergePart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.kind === 'conflict') all.push(part)
    else if (part.lines.length + part.base.length === 0) continue
    else if (last && last.kind === part.kind) {
      last.lines.push(...part.lines)
      last.base.push(...part.base)
    } else all.push({ ...part, lines: [...part.lines], base: [...part.base] })
  }
  return all
}

/** Neighbours of one kind become one region, and empty ones go. */
function joined(regions: readonly MergeRegion[]): MergeRegion[] {
  const all: MergeRegion[] = []
  for (const region of regions) {
    const last = all.at(-1)
    if (region.kind === 'conflict') all.push(region)
    else if (region.lines.length === 0) continue
    else if (last && last.kind === region.kind) last.lines.push(...region.lines)
    else all.push({ ...region, lines: [...region.lines] })
  }
  return all
}

/**
 * Equal lines get equal numbers; a new line gets the next free one. Besides being faster to
 * compare, numbers are safe: node-diff3 uses lines as keys of a plain object and fails on a line
 * that reads `constructor`.
 */
function numberOf(numbering: Map<string, number>, line: string): number {
  const number = numbering.get(line) ?? numbering.size
  numbering.set(line, number)
  return number
}

/**
 * Splits the texts before every anchor. node-diff3 takes cubic time where lines repeat (measured:
 * 12 s for 4,000 lines, half of them empty); between unique lines there is little repetition.
 */
function stretchesOf(whole: Stretch, numbers: number): Stretch[] {
  const cuts = [...anchorsOf(whole, numbers), undefined]
  let start: Anchor = { base: 0, ours: 0, theirs: 0 }
  return cuts.map((end) => {
    const stretch = {
      base: whole.base.slice(start.base, end?.base),
      ours: whole.ours.slice(start.ours, end?.ours),
      theirs: whole.theirs.slice(start.theirs, end?.theirs),
    }
    if (end) start = end
    return stretch
  })
}

/** Lines that are unique in each text and come in the same order in all three. */
function anchorsOf({ base, ours, theirs }: Stretch, numbers: number): Anchor[] {
  const inOurs = uniquePositions(ours, numbers)
  const inTheirs = uniquePositions(theirs, numbers)
  const inBase = uniquePositions(base, numbers)
  const shared = base.flatMap((number, position) => {
    const anchor = { base: position, ours: inOurs[number] ?? -1, theirs: inTheirs[number] ?? -1 }
    const isSingle = inBase[number] === position
    return isSingle && anchor.ours >= 0 && anchor.theirs >= 0 ? [anchor] : []
  })
  const inOrder = new Set(longestAscending(shared, (anchor) => anchor.ours))
  return longestAscending(shared, (anchor) => anchor.theirs).filter((each) => inOrder.has(each))
}

/** The position of each number; -1 when it is absent or occurs more than once. */
function uniquePositions(lines: readonly number[], numbers: number): Int32Array {
  const positions = new Int32Array(numbers).fill(-1)
  const counts = new Int32Array(numbers)
  for (const [position, number] of lines.entries()) {
    counts[number] = (counts[number] ?? 0) + 1
    positions[number] = counts[number] === 1 ? position : -1
  }
  return positions
}

/** The longest subsequence of items whose ranks ascend; all ranks differ. */
function longestAscending<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] {
  const ranks = items.map(rankOf)
  const before = new Int32Array(items.length).fill(-1)
  /** For each length, minus one: the last item, of lowest rank, of a subsequence that long. */
  const ends: number[] = []
  for (const [index, rank] of ranks.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ranks[ends[middle] ?? -1] ?? 0) < rank) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const chosen: Item[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const item = items[index]
    if (item !== undefined) chosen.push(item)
  }
  return chosen.reverse()
}

/** The merged lines; null when there is a conflict or finding one would take too long. */
function mergeStretch({ base, ours, theirs }: Stretch): number[] | null {
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours
  if (isSame(ours, base)) return theirs
  if (comparisons(base, ours) + comparisons(base, theirs) > MAX_COMPARISONS) return null
  const merged: number[] = []
  for (const { ok } of diff3Merge(ours, base, theirs)) {
    if (!ok) return null
    for (const line of ok) merged.push(line)
  }
  return merged
}

/** About 0.1 s. */
const MAX_COMPARISONS = 1e8

/** Upper bound on node-diff3's steps for two texts: each pair of equal lines may scan all lines. */
function comparisons(a: readonly number[], b: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of b) counts.set(number, (counts.get(number) ?? 0) + 1)
  const pairs = a.reduce((sum, number) => sum + (counts.get(number) ?? 0), 0)
  return pairs * Math.min(a.length, b.length)
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((number, index) => number === b[index])
}
