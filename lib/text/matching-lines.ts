/** Positions of a common line in two texts, both from 0. */
export interface LinePair {
  before: number
  after: number
}

type Lines = readonly (string | number)[]

/** Parts with at most this many pairs of lines are compared pair by pair. */
const MAX_COMPARED = 250_000

/**
 * The lines that two texts have in common, in the order of both: first the common prefix and
 * suffix, then between them lines that are unique in each (patience diff), and the longest common
 * subsequence of the rest where it is small enough. Lines are equal if `===` says so.
 */
export function matchingLines(before: Lines, after: Lines): LinePair[] {
  const pairs: LinePair[] = []
  const whole = { before: 0, beforeEnd: before.length, after: 0, afterEnd: after.length }
  matchPart(before, after, whole, pairs)
  return pairs.sort((one, other) => one.after - other.after)
}

/** Corresponding parts of both texts; ends are exclusive. */
interface Part {
  before: number
  beforeEnd: number
  after: number
  afterEnd: number
}

function matchPart(before: Lines, after: Lines, outer: Part, pairs: LinePair[]): void {
  const part = trimmed(before, after, outer, pairs)
  const height = part.beforeEnd - part.before
  const width = part.afterEnd - part.after
  if (height === 0 || width === 0) return
  const anchors = ascending(uniquePairs(before, after, part))
  if (anchors.length === 0) {
    if (height * width <= MAX_COMPARED) pairs.push(...commonSubsequence(before, after, part))
    return
  }
  let from = { before: part.before, after: part.after }
  for (const anchor of [...anchors, { before: part.beforeEnd, after: part.afterEnd }]) {
    // Most anchors are adjacent, with nothing between them.
    if (anchor.before > from.before && anchor.after > from.after) {
      const between = { ...from, beforeEnd: anchor.before, afterEnd: anchor.after }
      matchPart(before, after, between, pairs)
    }
    from = { before: anchor.before + 1, after: anchor.after + 1 }
  }
  // Not as arguments, of which there can be too many.
  for (const anchor of anchors) pairs.push(anchor)
}

/** Trims the common prefix and suffix of both parts. */
function trimmed(before: Lines, after: Lines, outer: Part, pairs: LinePair[]): Part {
  const part = { ...outer }
  const hasBoth = () => part.before < part.beforeEnd && part.after < part.afterEnd
  while (hasBoth() && before[part.before] === after[part.after]) {
    pairs.push({ before: part.before++, after: part.after++ })
  }
  while (hasBoth() && before[part.beforeEnd - 1] === after[part.afterEnd - 1]) {
    pairs.push({ before: --part.beforeEnd, after: --part.afterEnd })
  }
  return part
}

/** Lines that are unique in each part, in the order of the first. */
function uniquePairs(before: Lines, after: Lines, part: Part): LinePair[] {
  const inBefore = positionsOf(before, part.before, part.beforeEnd)
  const inAfter = positionsOf(after, part.after, part.afterEnd)
  const pairs: LinePair[] = []
  for (const [line, position] of inBefore) {
    const other = inAfter.get(line)
    if (position !== TWICE && other !== undefined && other !== TWICE) {
      pairs.push({ before: position, after: other })
    }
  }
  return pairs
}

const TWICE = -1

function positionsOf(lines: Lines, from: number, end: number): Map<string | number, number> {
  const positions = new Map<string | number, number>()
  for (let at = from; at < end; at++) {
    const line = lines[at] ?? 0
    positions.set(line, positions.has(line) ? TWICE : at)
  }
  return positions
}

/** The longest selection of pairs in the order of both texts (longest increasing subsequence). */
function ascending(pairs: readonly LinePair[]): LinePair[] {
  const ends: LinePair[] = []
  const before = new Map<LinePair, LinePair | undefined>()
  for (const pair of pairs) {
    const length = firstIndex(ends.length, (index) => (ends[index]?.after ?? 0) >= pair.after)
    before.set(pair, ends[length - 1])
    ends[length] = pair
  }
  const chosen: LinePair[] = []
  for (let pair = ends.at(-1); pair; pair = before.get(pair)) chosen.push(pair)
  return chosen.reverse()
}

function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The lines of a part as numbers, equal for equal lines: each is compared very often. */
function numbered(before: Lines, after: Lines, part: Part): [number[], number[]] {
  const numbers = new Map<string | number, number>()
  const numberOf = (line: string | number) => {
    const number = numbers.get(line) ?? numbers.size
    numbers.set(line, number)
    return number
  }
  return [
    before.slice(part.before, part.beforeEnd).map(numberOf),
    after.slice(part.after, part.afterEnd).map(numberOf),
  ]
}

/** Compares every pair of lines. */
function commonSubsequence(before: Lines, after: Lines, part: Part): LinePair[] {
  const height = part.beforeEnd - part.before
  const width = part.afterEnd - part.after
  const row = width + 1
  // The length of the longest common subsequence of the suffixes.
  const lengths = new Uint32Array((height + 1) * row)
  const [one, other] = numbered(before, after, part)
  const isEqual = (i: number, j: number) => one[i] === other[j]
  const at = (i: number, j: number) => lengths[i * row + j] ?? 0
  for (let i = height - 1; i >= 0; i--) {
    for (let j = width - 1; j >= 0; j--) {
      lengths[i * row + j] = isEqual(i, j)
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pairs: LinePair[] = []
  for (let i = 0, j = 0; i < height && j < width;) {
    if (isEqual(i, j)) pairs.push({ before: part.before + i++, after: part.after + j++ })
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}
