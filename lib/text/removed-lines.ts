import { comparedLine } from './compared-line'

/**
 * The fate of a removed line: the same changes added it elsewhere (`moved`), or it merely stands
 * elsewhere, too (`standing`); an added line says most of it (`reworded`); none of these (`lost`); or
 * it is too short to count.
 */
export type RemovedLineFate = 'moved' | 'standing' | 'reworded' | 'lost' | 'too_short'

export interface RemovedLines {
  /** the lines that a hunk removed */
  removed: readonly string[]
  /** the lines that it added */
  added: readonly string[]
  /** whether a line, as `comparedLine` gives it, stands in a live memory after the change */
  stands: (compared: string) => boolean
  /** whether it does since the same changes added it to one */
  isMoved: (compared: string) => boolean
}

/** The share of the words of both lines that must be in both. */
const REWORDED = 0.5

/** Classifies each line that a hunk removed, in order. */
export function classifyRemovedLines({
  removed,
  added,
  ...around
}: RemovedLines): RemovedLineFate[] {
  const fates = new LineFates(around)
  for (const line of added) fates.add(line)
  return removed.map((line) => fates.of(line))
}

/**
 * The fates of a hunk's removed lines one by one, for callers that yield in between; all of its
 * added lines come first.
 */
export class LineFates {
  private readonly known = new Map<string, RemovedLineFate>()
  private readonly added = new Set<string>()
  private readonly words: ReadonlySet<string>[] = []
  private readonly withWord = new Map<string, number[]>()

  constructor(private readonly around: Pick<RemovedLines, 'stands' | 'isMoved'>) {}

  /** A line that the hunk added. */
  add(line: string): void {
    const compared = comparedLine(line)
    if (compared === null || this.added.has(compared)) return
    this.added.add(compared)
    const words = wordsOf(compared)
    const place = this.words.push(words) - 1
    for (const word of words) {
      const places = this.withWord.get(word)
      if (places) places.push(place)
      else this.withWord.set(word, [place])
    }
  }

  /** The fate of a line that the hunk removed. */
  of(line: string): RemovedLineFate {
    const compared = comparedLine(line)
    if (compared === null) return 'too_short'
    const fate = this.known.get(compared) ?? this.fateOf(compared)
    this.known.set(compared, fate)
    return fate
  }

  private fateOf(compared: string): RemovedLineFate {
    if (this.around.stands(compared)) {
      // What its own hunk says again has not gone anywhere.
      const isMoved = this.around.isMoved(compared) && !this.added.has(compared)
      return isMoved ? 'moved' : 'standing'
    }
    return this.isReworded(wordsOf(compared)) ? 'reworded' : 'lost'
  }

  /**
   * An added line that shares enough has at least half of these words, so at least one of any larger
   * part of them: only lines with one of the rarest are compared.
   */
  private isReworded(words: ReadonlySet<string>): boolean {
    const rarest = [...words]
      .sort((one, other) => this.places(one).length - this.places(other).length)
      .slice(0, words.size - Math.ceil(words.size * REWORDED) + 1)
    const isLike = (place: number) => shareOf(words, this.words[place] ?? new Set()) >= REWORDED
    return rarest.some((word) => this.places(word).some(isLike))
  }

  private places(word: string): readonly number[] {
    return this.withWord.get(word) ?? []
  }
}

function wordsOf(compared: string): ReadonlySet<string> {
  return new Set(compared === '' ? [] : compared.split(' '))
}

/** The share of all words of two lines that is in both. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  // With fewer words than that, no overlap is enough: most pairs end here.
  if (few.size < many.size * REWORDED) return 0
  let shared = 0
  for (const word of few) if (many.has(word)) shared++
  return shared / (one.size + other.size - shared)
}
