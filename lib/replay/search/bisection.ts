import type { Share } from './question'
import { type Asking, type Resumed, resumed, type StoredAnswer, type StoredRounds } from './resume'

/** The search for the change with which an answer turned (why.md, "Since when"). */
export interface BisectionSetup {
  /** the changes between the two moments, 1 and up */
  readonly changeCount: number
  /** samples asked at once, 1 and up */
  readonly atOnce: number
  /** samples that may be asked in all */
  readonly budget: number
}

export type BisectionPurpose = 'strip' | 'narrowing' | 'confirming' | 'contradictions'

export interface BisectionRound {
  readonly purpose: BisectionPurpose
  /** moments, each by how many of the changes it has; asked all at once */
  readonly questions: readonly number[]
}

export type BisectionVerdict = 'found' | 'no_change' | 'undecided'

export interface BisectionResult {
  readonly verdict: BisectionVerdict
  /** the change with which the answer turned, counted from 1; null unless found */
  readonly turn: number | null
  /** of the moment before that change, and of the one with it; null unless found */
  readonly before: Share | null
  readonly after: Share | null
  /** false: the answer turned more than once; null: too little was asked to tell */
  readonly isConsistent: boolean | null
}

/** Fewer samples than these decide nothing: both ends twice, and both sides of a change. */
export const MIN_BISECTION_BUDGET = 12

/** Even moments between the ends that are asked first, to notice an answer that turns back. */
const STRIP = 16
const END_SAMPLES = 2
/** what is found is certain with at most this much doubt */
const DOUBT = 0.005
const CONFIRMING = 4
/** at a moment that contradicts what was found */
const CONTRADICTING = 5
/** that many more answers of one kind than of the other contradict */
const CONTRADICTION = 3
/** the search ends here, whatever the budget */
const MAX_SAMPLES = 160
/** how often a check holds where the answer is of its kind */
const HOLDS = Math.log(0.9)
const FAILS = Math.log(0.1)
/** that the answer never turns, as if it always held, or never */
const CONSTANT_PRIOR = 0.05

/**
 * Searches, round by round, as `searchCauses` does: where the answer turns, a probability for each
 * change, asked where it halves (why-search.md, section 3). Which way it turns is found by the way.
 */
export function* bisect(setup: BisectionSetup): Asking<BisectionRound, BisectionResult> {
  return yield* new Bisection(setup).run()
}

/** The state of a search after these rounds of answers. */
export function resumeBisection(
  setup: BisectionSetup,
  stored: StoredRounds<StoredAnswer<number>>,
): Promise<Resumed<number, BisectionRound, BisectionResult>> {
  return resumed(bisect(setup), stored, ({ question }, moment) => question === moment)
}

/** As the samples tell it: the probability that the answer turns with each change, either way. */
interface Belief {
  /** by change from 1; at 0 that it never turns */
  readonly turns: Float64Array
  readonly likeliest: number
  /** whether the check holds from the likeliest change on, and not before it */
  readonly begins: boolean
}

/** Thrown where the budget is used up; the search ends with what it knows. */
class BudgetReached extends Error {}

class Bisection {
  private readonly held: Float64Array
  private readonly asked: Float64Array
  private count = 0

  constructor(private readonly setup: BisectionSetup) {
    this.held = new Float64Array(setup.changeCount + 1)
    this.asked = new Float64Array(setup.changeCount + 1)
  }

  *run(): Asking<BisectionRound, BisectionResult> {
    try {
      yield* this.ask('strip', this.strip())
      return yield* this.search()
    } catch (error) {
      if (!(error instanceof BudgetReached)) throw error
      return this.ended()
    }
  }

  private *search(): Asking<BisectionRound, BisectionResult> {
    while (this.count < MAX_SAMPLES) {
      const belief = this.believed()
      if (at(belief.turns, belief.likeliest) < 1 - DOUBT) {
        yield* this.ask('narrowing', this.halving(belief))
        continue
      }
      const unconfirmed = this.unconfirmed(belief)
      if (unconfirmed.length > 0) {
        yield* this.ask('confirming', unconfirmed)
        continue
      }
      const open = this.contradicting(belief)
      if (open.length === 0) return this.ended()
      yield* this.ask('contradictions', open)
    }
    return this.ended()
  }

  private *ask(
    purpose: BisectionPurpose,
    moments: readonly number[],
  ): Asking<BisectionRound, void> {
    const questions = moments.slice(0, Math.max(0, this.setup.budget - this.count))
    if (questions.length === 0) throw new BudgetReached()
    const answers = yield { purpose, questions }
    for (const [index, moment] of questions.entries()) {
      this.asked[moment] = at(this.asked, moment) + 1
      if (answers[index] === true) this.held[moment] = at(this.held, moment) + 1
    }
    this.count += questions.length
    if (questions.length < moments.length) throw new BudgetReached()
  }

  private strip(): number[] {
    const { changeCount } = this.setup
    const ends = Array.from({ length: END_SAMPLES }, () => [0, changeCount]).flat()
    const even = Array.from({ length: STRIP }, (_, index) =>
      Math.round(((index + 1) * changeCount) / (STRIP + 1)),
    )
    const between = new Set(even.filter((moment) => moment > 0 && moment < changeCount))
    return [...ends, ...between]
  }

  private believed(): Belief {
    const { changeCount } = this.setup
    const prior = Math.log((1 - 2 * CONSTANT_PRIOR) / 2 / changeCount)
    const begins = this.likelihoods(true)
    const stops = this.likelihoods(false)
    // With change 0 of either way the answer is the same at every moment.
    const logOf = (logs: Float64Array, change: number) =>
      at(logs, change) + (change === 0 ? Math.log(CONSTANT_PRIOR) : prior)
    let highest = Number.NEGATIVE_INFINITY
    for (let change = 0; change <= changeCount; change++) {
      highest = Math.max(highest, logOf(begins, change), logOf(stops, change))
    }
    const turns = new Float64Array(changeCount + 1)
    let sum = 0
    let likeliest = 0
    for (let change = 0; change <= changeCount; change++) {
      const share =
        Math.exp(logOf(begins, change) - highest) + Math.exp(logOf(stops, change) - highest)
      turns[change] = share
      sum += share
      if (share > at(turns, likeliest)) likeliest = change
    }
    return {
      turns: turns.map((share) => share / sum),
      likeliest,
      begins: at(begins, likeliest) > at(stops, likeliest),
    }
  }

  /** The log likelihood of all samples for each change at which the check begins, or stops, to hold. */
  private likelihoods(begins: boolean): Float64Array {
    const { held, asked } = this
    const inside = (moment: number) => logOf(at(held, moment), at(asked, moment), begins)
    const outside = (moment: number) => logOf(at(held, moment), at(asked, moment), !begins)
    const logs = new Float64Array(asked.length)
    // At change 0 every moment is on the further side.
    let log = 0
    for (let moment = 0; moment < asked.length; moment++) log += inside(moment)
    for (let change = 0; change < asked.length; change++) {
      logs[change] = log
      log += outside(change) - inside(change)
    }
    return logs
  }

  /** Moments at even shares of the probability. */
  private halving({ turns }: Belief): number[] {
    const { atOnce, changeCount } = this.setup
    const never = at(turns, 0)
    const moments: number[] = []
    let moment = 0
    let before = 0
    for (let index = 1; index <= atOnce; index++) {
      const wanted = (index / (atOnce + 1)) * (1 - never)
      while (moment < changeCount && before + at(turns, moment + 1) < wanted) {
        moment++
        before += at(turns, moment)
      }
      const next = Math.min(changeCount, moment + 1)
      const isNearer = wanted - before < before + at(turns, next) - wanted
      moments.push(isNearer ? moment : next)
    }
    return moments
  }

  private unconfirmed({ likeliest }: Belief): number[] {
    // Where nothing turns, the ends tell it.
    const sides = likeliest === 0 ? [0, this.setup.changeCount] : [likeliest - 1, likeliest]
    return sides.flatMap((moment) => this.missing(moment, CONFIRMING))
  }

  /** Moments with an answer that should not be there, until it is known whether it is chance. */
  private contradicting(belief: Belief): number[] {
    return this.askedMoments().flatMap((moment) =>
      this.against(moment, belief) > 0 ? this.missing(moment, CONTRADICTING) : [],
    )
  }

  private missing(moment: number, needed: number): number[] {
    const length = Math.max(0, needed - at(this.asked, moment))
    return Array.from({ length }, () => moment)
  }

  private askedMoments(): number[] {
    return Array.from(this.asked, (_, moment) => moment).filter(
      (moment) => at(this.asked, moment) > 0,
    )
  }

  /** Counts the answers at a moment that are not as they should be. */
  private against(moment: number, { likeliest, begins }: Belief): number {
    const shouldHold = likeliest === 0 || moment >= likeliest ? begins : !begins
    return shouldHold ? at(this.asked, moment) - at(this.held, moment) : at(this.held, moment)
  }

  private ended(): BisectionResult {
    const belief = this.believed()
    const { likeliest, turns } = belief
    const isSure = at(turns, likeliest) >= 1 - DOUBT && this.unconfirmed(belief).length === 0
    if (!isSure) return { ...NOTHING, verdict: 'undecided' }
    const isConsistent = this.askedMoments().every(
      (moment) => 2 * this.against(moment, belief) - at(this.asked, moment) < CONTRADICTION,
    )
    if (likeliest === 0) return { ...NOTHING, verdict: 'no_change', isConsistent }
    const before = this.shareAt(likeliest - 1)
    const after = this.shareAt(likeliest)
    return { verdict: 'found', turn: likeliest, before, after, isConsistent }
  }

  private shareAt(moment: number): Share {
    return { held: at(this.held, moment), of: at(this.asked, moment) }
  }
}

const NOTHING = { turn: null, before: null, after: null, isConsistent: null }

function logOf(held: number, asked: number, shouldHold: boolean): number {
  return shouldHold ? held * HOLDS + (asked - held) * FAILS : held * FAILS + (asked - held) * HOLDS
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0
}
