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
export function classifyRemovedLines({ removed, added, stands }: RemovedLines): RemovedLineFate[] {
  const remaining = removed.map(comparedLine)
  const known = new Map<string, RemovedLineFate>()
  let addedWords: ReadonlySet<string>[] | null = null
  const fateOf = (compared: string): RemovedLineFate => {
    if (stands(compared)) return 'moved'
    addedWords ??= added.map((line) => wordsOf(comparedLine(line) ?? ''))
    const words = wordsOf(compared)
    return addedWords.some((other) => shareOf(words, other) >= REWORDED) ? 'reworded' : 'lost'
  }
  return remaining.map((compared) => {
    if (compared === null) return 'too_short'
    const fate = known.get(compared) ?? fateOf(compared)
    known.set(compared, fate)
    return fate
  })
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
