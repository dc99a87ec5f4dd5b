/**
 * Which items (memories, or lines of one memory) caused an answer?
 *
 * The same turn is asked again with some items hidden, and it is looked whether the check still holds. Answers
 * vary, so a question is asked until one side leads by three (by four where answers waver). With that, plain
 * bisection finds a smallest set that suffices, and hiding a member of each set found so far finds the others.
 * No random numbers: what is asked next follows from the answers so far, so a search goes on after a kill by
 * running again over the answers that are stored.
 */

/** In how many answers the check held, of how many. */
export interface Share {
  held: number
  of: number
}

/** One answer to be asked for. */
export interface Question {
  /** the items left visible, ascending */
  shown: number[]
  /**
   * one thing more that is hidden if it is shown and shown if it is hidden, so that repeats are never copies;
   * null: nothing
   */
  turned: number | null
}

/** The answers so far. */
export interface Cells {
  /** counts those to a question, whatever was turned beside it */
  of(shown: readonly number[]): Share
  /** A round: asks for all at once, returns when all are in; throws OutOfBudget when they would cost more. */
  ask(questions: readonly Question[]): Promise<void>
}

/** 90 % of the difference of two shares lies in it. */
export type Interval = [number, number]

export type Undecided = 'budget' | 'open' | 'many' | 'weak'

export type Found =
  /**
   * `sets`: the smallest sets that suffice; [[1]] one, [[1],[5]] either, [[1,5]] both, [[1,2],[1,5],[2,5]] two of
   * three. `only`: the first set alone shown; `without`: all named hidden
   */
  | { verdict: 'caused'; sets: number[][]; only: Share; without: Share; interval: Interval }
  | { verdict: 'no_memory'; without: Share }
  | { verdict: 'unstable'; baseline: Share }
  /** names nothing: `suspects` are what the search was looking at when it ended, `why` it ended */
  | { verdict: 'undecided'; suspects: number[]; why: Undecided }

/** One side of a question must lead by so many answers, and by one more once answers waver. */
const LEAD = 3
/** Answers against their question's majority, as a share of all, from which on they waver. */
const WAVER = 0.08
/** A question without a leader after so many answers stays open. */
const MOST_ANSWERS = 24
/** members of all sets together */
const MOST_NAMED = 4
/** searches for a further set */
const MOST_SEARCHES = 16
/** answers */
const AT_ONCE = 4

/** What a round would cost may not be spent. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget'
}

class Stop extends Error {
  constructor(readonly why: Undecided) {
    super(why)
  }
}

/** Evidence that an answer is stable: +0.47 where the check held, -0.92 where not (80 % against 50 %). */
const HELD = Math.log(0.8 / 0.5)
const FAILED = Math.log(0.2 / 0.5)
/** five of five let the search begin; ten of ten, or more with failures, are needed for a verdict */
const TO_BEGIN = 2.3
const TO_END = 4.6
const MOST_BASELINE = 70

/**
 * Finds the smallest sets of items, 0 the most suspect, that cause what the check looks for. `turns`: what repeats
 * turn, in this order: what the request shows and is least suspect. Items, and from the count of items on others;
 * the items from the end unless given.
 */
export async function findCauses(
  count: number,
  cells: Cells,
  turns?: readonly number[],
): Promise<Found> {
  const all = Array.from({ length: count }, (_, item) => item)
  const without = (hidden: readonly number[]) => all.filter((item) => !hidden.includes(item))
  const weights = suspicion(count)

  /** every question looked at, stored answers of an earlier run among them, to see whether answers waver */
  const questions = new Map<string, readonly number[]>()
  /** the sets and members found so far, and where the next one is sought */
  const sets: number[][] = []
  let found: number[] = []
  let suspects: readonly number[] = all

  function share(shown: readonly number[]): Share {
    questions.set(shown.join(), shown)
    return cells.of(shown)
  }

  async function ask(shown: number[], times: number): Promise<void> {
    const aside = turnable()
    for (let left = times; left > 0; left -= AT_ONCE) {
      const before = share(shown).of
      const round = Array.from({ length: Math.min(left, AT_ONCE) }, (_, index) => {
        const repeat = before + index
        const isCopy = repeat > 0 && aside.length > 0
        return { shown, turned: isCopy ? (aside[(repeat - 1) % aside.length] ?? null) : null }
      })
      await cells.ask(round)
    }
  }

  /** What repeats may turn: nothing that was found. */
  function turnable(): number[] {
    const named = new Set([...found, ...sets.flat()])
    return (turns ?? all.toReversed()).filter((item) => !named.has(item))
  }

  /** Returns how far one side must lead: one answer more once too many answers speak against their majority. */
  function neededLead(): number {
    let against = 0
    let answers = 0
    for (const shown of questions.values()) {
      const { held, of } = cells.of(shown)
      against += Math.min(held, of - held)
      answers += of
    }
    return answers >= 12 && against / answers > WAVER ? LEAD + 1 : LEAD
  }

  /** Returns whether the check holds with only these shown, asked until one side leads by enough. */
  async function holds(shown: number[], more = 0): Promise<boolean> {
    for (;;) {
      const { held, of } = share(shown)
      const ahead = 2 * held - of
      const needed = neededLead() + more
      if (Math.abs(ahead) >= needed) return ahead > 0
      if (of >= MOST_ANSWERS) throw new Stop('open')
      await ask(shown, Math.min(AT_ONCE, needed - Math.abs(ahead)))
    }
  }

  /** Returns whether what was answered with everything shown, and with what suffices, is stable. */
  async function isStable(enough: number, suffices: number[][] = []): Promise<boolean> {
    for (;;) {
      const evidence = [all, ...suffices].reduce((sum, shown) => {
        const { held, of } = share(shown)
        return sum + held * HELD + (of - held) * FAILED
      }, 0)
      if (evidence >= enough) return true
      if (evidence <= -TO_END || share(all).of >= MOST_BASELINE) return false
      await ask(all, Math.min(AT_ONCE, Math.ceil((enough - evidence) / HELD)))
    }
  }

  /** Finds a smallest set that suffices within the pool, the whole of which does: one bisection a member. */
  async function smallestSet(pool: readonly number[]): Promise<number[]> {
    found = []
    let end = pool.length
    let restarts = 0
    const upTo = (length: number) => ascending(new Set([...pool.slice(0, length), ...found]))
    while (found.length === 0 || !(await holds(ascending(found)))) {
      if (found.length >= MOST_NAMED || end === 0) throw new Stop('many')
      let low = 0
      let high = end
      while (high - low > 1) {
        suspects = pool.slice(low, high)
        const middle = halfOf(pool, low, high, weights)
        if (await holds(upTo(middle))) high = middle
        else low = middle
      }
      const last = pool.slice(high - 1, high)
      suspects = last
      // One wrong turn would name a wrong item: both sides of the turn are asked once more.
      if (!(await holds(upTo(high), 1))) end = pool.length
      else if (await holds(upTo(low), 1)) end = low
      else {
        found.push(...last)
        end = high - 1
        continue
      }
      if (++restarts > 3) throw new Stop('open')
    }
    return ascending(found)
  }

  /** Finds all smallest sets: hide one member of each found so far and search again if the check still holds. */
  async function allSets(): Promise<boolean> {
    const hidings: number[][] = [[]]
    const turning: number[][] = []
    let searches = 0
    for (let hidden = hidings.shift(); hidden; hidden = hidings.shift()) {
      const away = hidden
      const hides = (item: number) => away.includes(item)
      if (turning.some((known) => known.every(hides))) continue
      let set = sets.find((known) => !known.some(hides))
      if (!set) {
        if (away.length > 0 && !(await holds(without(away)))) {
          turning.push(away)
          continue
        }
        if (++searches > MOST_SEARCHES) throw new Stop('many')
        const named = new Set(sets.flat())
        const rest = without(away)
        set = await smallestSet([
          ...rest.filter((item) => named.has(item)),
          ...rest.filter((item) => !named.has(item)),
        ])
        sets.push(set)
        if (new Set(sets.flat()).size > MOST_NAMED) throw new Stop('many')
        if (sets.length === 1 && !(await isStable(TO_END, [set]))) return false
      }
      for (const item of set) {
        const next = ascending([...away, item])
        if (!hidings.some((known) => known.join() === next.join())) hidings.push(next)
      }
    }
    return true
  }

  async function search(): Promise<Found> {
    await ask(all, Math.max(0, 5 - share(all).of))
    if (!(await isStable(TO_BEGIN))) return unstable()
    if (await holds([])) {
      await holds([], 2)
      return (await isStable(TO_END, [[]]))
        ? { verdict: 'no_memory', without: share([]) }
        : unstable()
    }
    if (!(await allSets())) return unstable()

    const named = ascending(new Set(sets.flat()))
    const only = sets[0] ?? []
    const rest = without(named)
    for (const shown of [only, rest]) await ask(shown, Math.max(0, 5 - share(shown).of))
    for (;;) {
      const interval = differenceOf(share(only), share(rest))
      if (interval[0] > 0)
        return { verdict: 'caused', sets, only: share(only), without: share(rest), interval }
      if (share(only).of >= 17) return { verdict: 'undecided', suspects: named, why: 'weak' }
      await ask(only, 2)
      await ask(rest, 2)
    }
  }

  const unstable = (): Found => ({ verdict: 'unstable', baseline: share(all) })

  try {
    return await search()
  } catch (error) {
    if (!(error instanceof Stop || error instanceof OutOfBudget)) throw error
    const looked = ascending(new Set([...sets.flat(), ...found, ...suspects]))
    const why = error instanceof Stop ? error.why : 'budget'
    const undecided: Found = { verdict: 'undecided', suspects: looked, why }
    if (error instanceof OutOfBudget) return undecided
    // What cannot be decided is often an answer that is not stable: that is looked at before it is said.
    try {
      return (await isStable(TO_END)) ? undecided : unstable()
    } catch (second) {
      if (!(second instanceof OutOfBudget)) throw second
      return undecided
    }
  }
}

/** Returns what each item is believed to weigh: half by rank, half evenly, so that a bad order costs little. */
function suspicion(count: number): number[] {
  const byRank = Array.from({ length: count }, (_, rank) => (rank + 1) ** -1.5)
  const sum = byRank.reduce((total, weight) => total + weight, 0)
  return byRank.map((weight) => weight / (2 * sum) + 1 / (2 * count))
}

/** Returns the length between low and high that halves what the items between them weigh. */
function halfOf(pool: readonly number[], low: number, high: number, weights: readonly number[]) {
  const weightAt = (place: number) => weights[pool[place] ?? 0] ?? 0
  let half = 0
  for (let place = low; place < high; place++) half += weightAt(place) / 2
  let middle = low + 1
  let below = weightAt(low)
  while (middle < high - 1 && below < half) below += weightAt(middle++)
  const last = weightAt(middle - 1)
  return middle > low + 1 && half - (below - last) < below - half ? middle - 1 : middle
}

/** Returns the 90 % interval of the difference of two shares (Newcombe 1998, method 10, of Wilson intervals). */
export function differenceOf(one: Share, other: Share, z = 1.645): Interval {
  const a = one.held / one.of
  const b = other.held / other.of
  const [[lowA, highA], [lowB, highB]] = [shareInterval(one, z), shareInterval(other, z)]
  return [a - b - Math.hypot(a - lowA, highB - b), a - b + Math.hypot(highA - a, b - lowB)]
}

/** Wilson's interval of a share, 90 % unless told. */
function shareInterval({ held, of }: Share, z = 1.645): Interval {
  const p = held / of
  const middle = p + (z * z) / (2 * of)
  const around = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))
  const scale = 1 + (z * z) / of
  return [(middle - around) / scale, (middle + around) / scale]
}

const ascending = (items: Iterable<number>) => [...items].sort((one, other) => one - other)
