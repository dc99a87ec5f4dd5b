import { diff3Merge } from 'node-diff3'

/** A text and two texts that were made from it. */
export interface MergeInput {
  base: string
  ours: string
  theirs: string
}

export type Merge = { clean: true; text: string } | { clean: false }

/** The same stretch of the three texts, each line as its number. */
interface Stretch {
  base: number[]
  ours: number[]
  theirs: number[]
}

/** Where a line stands that each of the three texts has exactly once. */
type Anchor = { [Side in keyof Stretch]: number }

/**
 * Merges by lines what two sides made of one base. Clean when no line that one side changed is, or touches, one
 * that the other changed differently; then every line end of the result is, to the byte, one of the three texts'.
 * Not clean either where a long stretch without any landmark would take too long to compare.
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

/** Every line with the newline that ends it, so that joined they are the text again, to the byte. */
function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

/**
 * Equal lines get equal numbers, the next free one when new. Besides being faster to compare, numbers are safe:
 * node-diff3 keeps lines as keys of a plain object and fails on a line that reads `constructor`.
 */
function numberOf(numbering: Map<string, number>, line: string): number {
  const number = numbering.get(line) ?? numbering.size
  numbering.set(line, number)
  return number
}

/**
 * Cuts the texts before every anchor. node-diff3 takes cubic time where lines repeat (measured: 12 s for 4,000 lines,
 * half of them empty); between lines that stand once there is little to repeat.
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

/** Lines that stand once in each text and follow each other in the same order in all three. */
function anchorsOf({ base, ours, theirs }: Stretch, numbers: number): Anchor[] {
  const inOurs = singlePlaces(ours, numbers)
  const inTheirs = singlePlaces(theirs, numbers)
  const inBase = singlePlaces(base, numbers)
  const shared = base.flatMap((number, place) => {
    const anchor = { base: place, ours: inOurs[number] ?? -1, theirs: inTheirs[number] ?? -1 }
    const isSingle = inBase[number] === place
    return isSingle && anchor.ours >= 0 && anchor.theirs >= 0 ? [anchor] : []
  })
  const inOrder = new Set(longestAscending(shared, (anchor) => anchor.ours))
  return longestAscending(shared, (anchor) => anchor.theirs).filter((each) => inOrder.has(each))
}

/** Where each number stands; -1 when it does not, or more than once. */
function singlePlaces(lines: readonly number[], numbers: number): Int32Array {
  const places = new Int32Array(numbers).fill(-1)
  const counts = new Int32Array(numbers)
  for (const [place, number] of lines.entries()) {
    counts[number] = (counts[number] ?? 0) + 1
    places[number] = counts[number] === 1 ? place : -1
  }
  return places
}

/** The longest choice of items, in their order, whose ranks ascend; ranks are all different. */
function longestAscending<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] {
  const ranks = items.map(rankOf)
  const before = new Int32Array(items.length).fill(-1)
  /** At each length less one: the item that ends, with the lowest rank, a choice of that length. */
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

/** The merged lines, or null when there is a conflict or looking for one would take too long. */
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

/** At most how many steps node-diff3 takes for two texts: each pair of equal lines may go through all lines. */
function comparisons(a: readonly number[], b: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of b) counts.set(number, (counts.get(number) ?? 0) + 1)
  const pairs = a.reduce((sum, number) => sum + (counts.get(number) ?? 0), 0)
  return pairs * Math.min(a.length, b.length)
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((number, index) => number === b[index])
}
