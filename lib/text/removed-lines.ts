import { comparedLine } from './compared-line'

/**
 * What became of a removed line: it stands in a live memory (`moved`), an added line says most of
 * it (`reworded`), neither (`lost`), or it is too short to count.
 */
export type RemovedLineFate = 'moved' | 'reworded' | 'lost' | 'too_short'

export interface RemovedLines {
  /** the lines that a hunk removed */
  removed: readonly string[]
  /** the lines that it added */
  added: readonly string[]
  /** whether a line, as `comparedLine` gives it, stands in a live memory after the change */
  stands: (compared: string) => boolean
}

/** The share of the words of both lines that must be in both. */
const REWORDED = 0.5

/** What became of each line that a hunk removed, in order. */
export function classifyRemovedLines(lines: RemovedLines): RemovedLineFate[] {
  return lines.removed.map(removedLineFate(lines))
}

/** What became of one line that a hunk removed: for callers that give way between the lines. */
export function removedLineFate({
  added,
  stands,
}: Omit<RemovedLines, 'removed'>): (line: string) => RemovedLineFate {
  const known = new Map<string, RemovedLineFate>()
  let isReworded: ((words: ReadonlySet<string>) => boolean) | null = null
  const fateOf = (compared: string): RemovedLineFate => {
    if (stands(compared)) return 'moved'
    isReworded ??= likeOneOf(added)
    return isReworded(wordsOf(compared)) ? 'reworded' : 'lost'
  }
  return (line) => {
    const compared = comparedLine(line)
    if (compared === null) return 'too_short'
    const fate = known.get(compared) ?? fateOf(compared)
    known.set(compared, fate)
    return fate
  }
}

/**
 * Whether one of the lines shares enough words. A line that does has at least half of the asked
 * words, so at least one of any larger part of them: only lines with one of the rarest are compared.
 */
function likeOneOf(lines: readonly string[]): (words: ReadonlySet<string>) => boolean {
  const compared = new Set(lines.map((line) => comparedLine(line) ?? ''))
  const candidates = [...compared].map(wordsOf)
  const withWord = new Map<string, number[]>()
  for (const [index, words] of candidates.entries()) {
    for (const word of words) {
      const places = withWord.get(word)
      if (places) places.push(index)
      else withWord.set(word, [index])
    }
  }
  const places = (word: string) => withWord.get(word) ?? []
  return (words) => {
    const rarest = [...words]
      .sort((one, other) => places(one).length - places(other).length)
      .slice(0, words.size - Math.ceil(words.size * REWORDED) + 1)
    const isLike = (index: number) => shareOf(words, candidates[index] ?? new Set()) >= REWORDED
    return rarest.some((word) => places(word).some(isLike))
  }
}

function wordsOf(compared: string): ReadonlySet<string> {
  return new Set(compared === '' ? [] : compared.split(' '))
}

/** How many of all words of two lines are in both. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  // With fewer words than that, no overlap is enough: most pairs end here.
  if (few.size < many.size * REWORDED) return 0
  let shared = 0
  for (const word of few) if (many.has(word)) shared++
  return shared / (one.size + other.size - shared)
}
