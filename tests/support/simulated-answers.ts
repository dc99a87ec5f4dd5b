import type { SearchResult } from '@/lib/replay/search/cause-search'

/** Simulated answers for searches: no model, but a structure of causes and a share of noise. */

/** Of each structure: how many causes it has, and whether it is satisfied by those that are shown. */
const STRUCTURES = {
  one: { causes: 1, isSatisfied: ([a]: readonly boolean[]) => a === true },
  either: { causes: 2, isSatisfied: ([a, b]: readonly boolean[]) => a === true || b === true },
  both: { causes: 2, isSatisfied: ([a, b]: readonly boolean[]) => a === true && b === true },
  'two of three': {
    causes: 3,
    isSatisfied: (shown: readonly boolean[]) => shown.filter(Boolean).length >= 2,
  },
  'a with b or c': {
    causes: 3,
    isSatisfied: ([a, b, c]: readonly boolean[]) => a === true && (b === true || c === true),
  },
  'all of four': { causes: 4, isSatisfied: (shown: readonly boolean[]) => shown.every(Boolean) },
  'no memory': { causes: 0, isSatisfied: () => true },
} as const

export type Structure = keyof typeof STRUCTURES

export interface SimulatedAnswer {
  /** the true causes, ascending */
  readonly causes: readonly number[]
  /** whether the structure is satisfied by what is shown, without noise */
  readonly isSatisfied: (isShown: (item: number) => boolean) => boolean
  /** one noisy sample */
  readonly sample: (isShown: (item: number) => boolean) => boolean
}

export interface SimulatedSetup {
  readonly structure: Structure
  readonly itemCount: number
  /** how often the check holds where the structure is satisfied, and where it is not */
  readonly withCause: number
  readonly withoutCause: number
  readonly random: () => number
}

/** An answer with causes at places of which each is, half of the time, among the four most suspect. */
export function simulatedAnswer(setup: SimulatedSetup): SimulatedAnswer {
  const { structure, itemCount, withCause, withoutCause, random } = setup
  const { causes: count, isSatisfied } = STRUCTURES[structure]
  const places = placesOfCauses(count, { itemCount, random })
  const satisfied = (isShown: (item: number) => boolean) => isSatisfied(places.map(isShown))
  return {
    causes: places.toSorted((one, other) => one - other),
    isSatisfied: satisfied,
    sample: (isShown) => random() < (satisfied(isShown) ? withCause : withoutCause),
  }
}

/** Places of causes: each is, half of the time, among the four most suspect. */
export function placesOfCauses(
  count: number,
  { itemCount, random }: Pick<SimulatedSetup, 'itemCount' | 'random'>,
): number[] {
  const causes = new Set<number>()
  while (causes.size < count) {
    const among = random() < 0.5 ? Math.min(4, itemCount) : itemCount
    causes.add(Math.floor(random() * among))
  }
  return [...causes]
}

/** Returns whether a search named exactly the causes, and the sets of them that suffice. */
export function isFoundExactly(
  { causes, isSatisfied }: Omit<SimulatedAnswer, 'sample'>,
  result: SearchResult,
): boolean {
  if (causes.length === 0) return result.verdict === 'no_memory'
  const { causes: named, sufficientSets } = result
  if (named.toSorted((one, other) => one - other).join() !== causes.join()) return false
  // The sets that suffice tell what the structure tells, for every subset of the causes.
  return Array.from({ length: 1 << named.length }).every((_, subset) => {
    const shown = new Set(named.filter((__, index) => (subset >> index) & 1))
    const suffices = sufficientSets.some((set) => set.every((item) => shown.has(item)))
    return suffices === isSatisfied((item) => shown.has(item))
  })
}

export interface GradedSetup {
  /** places of memories of which each makes the check likelier by as much */
  readonly parts: readonly number[]
  /** how often the check holds with all of them shown, and with none */
  readonly withAll: number
  readonly withNone: number
  readonly random: () => number
}

/** An answer that no set of memories causes: each of some makes it a little likelier. */
export function gradedAnswer({ parts, withAll, withNone, random }: GradedSetup) {
  return (isShown: (item: number) => boolean): boolean => {
    const shown = parts.filter(isShown).length / parts.length
    return random() < withNone + (withAll - withNone) * shown
  }
}

/** A seeded source of numbers from 0 up to 1 (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
