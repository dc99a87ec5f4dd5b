/**
 * The items that are shown when an answer is asked again. Items (memories, or lines of one) are numbers in the order of
 * suspicion: 0 is the most suspect.
 */
export interface Question {
  /** how many of the most suspect are shown; the rest is hidden */
  readonly shownCount: number
  /** items that are shown or hidden wherever they stand in that order */
  readonly fixed: ReadonlyMap<number, boolean>
  /**
   * of a repeat that must not be the same request: an item that hardly matters, hidden where it would be
   * shown, and shown where it would be hidden
   */
  readonly aside?: number
}

/** An answer to a question: whether the check held in it. */
export interface Sample {
  readonly question: Question
  readonly held: boolean
}

/** The number of samples that a check held in, of all. */
export interface Share {
  readonly held: number
  readonly of: number
}

/** Returns whether a question shows an item. */
export function isShown({ fixed, shownCount, aside }: Question, item: number): boolean {
  const shows = fixed.get(item) ?? item < shownCount
  return item === aside ? !shows : shows
}

/** The question that a repeat repeats; what is put aside stays so only if it turned out to matter. */
export function repeatedQuestion(question: Question, found: readonly number[]): Question {
  const { aside, shownCount, fixed } = question
  return aside === undefined || found.includes(aside) ? question : { shownCount, fixed }
}

/** All items shown but those of a set. */
export function allBut(itemCount: number, hidden: readonly number[]): Question {
  return { shownCount: itemCount, fixed: new Map(hidden.map((item) => [item, false])) }
}

/** No item shown but those of a set. */
export function noneBut(shown: readonly number[]): Question {
  return { shownCount: 0, fixed: new Map(shown.map((item) => [item, true])) }
}

/** Returns whether two questions show the same of so many items. */
export function isSameQuestion(one: Question, other: Question, itemCount: number): boolean {
  const named = namedBy(one, other)
  for (const item of named) {
    if (item < itemCount && isShown(one, item) !== isShown(other, item)) return false
  }
  // What neither names is shown by its place alone: all between both counts differ.
  const from = Math.min(one.shownCount, other.shownCount)
  const to = Math.min(Math.max(one.shownCount, other.shownCount), itemCount)
  for (let item = from; item < to; item++) if (!named.has(item)) return false
  return true
}

/** The items that one of the questions shows or hides wherever they stand. */
function namedBy(one: Question, other: Question): Set<number> {
  const named = new Set([...one.fixed.keys(), ...other.fixed.keys()])
  if (one.aside !== undefined) named.add(one.aside)
  if (other.aside !== undefined) named.add(other.aside)
  return named
}

export function shareOf(samples: readonly Sample[]): Share {
  return { held: samples.filter(({ held }) => held).length, of: samples.length }
}
