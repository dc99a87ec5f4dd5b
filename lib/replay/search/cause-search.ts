import {
  certainty,
  type Curve,
  curveOf,
  type EndPriors,
  failsWithAll,
  hasCauseWith,
  holdsWithNone,
  itemsThatMayTurn,
  quantile,
  questionAt,
  type Rates,
  ratesOf,
  turningItem,
} from './curve'
import {
  allBut,
  isSameQuestion,
  noneBut,
  type Question,
  type Sample,
  type Share,
  shareOf,
} from './question'
import { type Asking, type Resumed, resumed } from './resume'
import { differenceInterval, type Interval, NINETY_NINE_PERCENT } from './share-interval'

/** The search for the items that make an answer pass a check (why-search.md). */
export interface SearchSetup {
  /** how many items may be hidden, most suspect first */
  readonly itemCount: number
  /** samples asked at once, 1 and up */
  readonly atOnce: number
  /** samples that may be asked in all, `MIN_BUDGET` and up */
  readonly budget: number
  /** what is known of both ends already, from a search that led here; left out: nothing */
  readonly known?: { readonly allShown: Share; readonly allHidden: Share }
}

/** Fewer samples than these decide nothing: five answers as they were, and what stability needs. */
export const MIN_BUDGET = 10

/** The aim of a round of samples. */
export type RoundPurpose =
  | 'baseline'
  | 'all_hidden'
  | 'narrowing'
  | 'stability'
  | 'confirming'
  | 'weighing'

export interface Round {
  readonly purpose: RoundPurpose
  /** asked all at once; answered in their order */
  readonly questions: readonly Question[]
  /** what is found so far, in the order in which it was found */
  readonly found: readonly number[]
  /** what may turn the answer by what is known before the round, besides what is found */
  readonly possible: readonly number[]
}

export type SearchVerdict = 'caused' | 'contributes' | 'no_memory' | 'unstable' | 'undecided'

export interface SearchResult {
  readonly verdict: SearchVerdict
  /** the items that were found to matter, in the order in which they were found */
  readonly causes: readonly number[]
  /** the smallest sets of them that suffice; empty unless caused */
  readonly sufficientSets: readonly (readonly number[])[]
  /** from the confirming samples alone; null unless caused */
  readonly confirmed: Confirmation | null
  /** what would have to be known, of an undecided search */
  readonly open: readonly OpenQuestion[]
}

export interface Confirmation {
  /** only the causes shown */
  readonly withCauses: Share
  /** only the causes hidden */
  readonly withoutCauses: Share
  /** of the difference, 90 % */
  readonly interval: Interval
}

/** A curve that did not close: found items that were shown and hidden, and how often the check held. */
export interface OpenQuestion {
  readonly shown: readonly number[]
  readonly hidden: readonly number[]
  readonly share: Share
}

const BASELINE = 5
const ALL_HIDDEN = 3
const MAX_BASELINE = 40
const MAX_FOUND = 4
/** an item that turns an answer with less than this is shown as cleared; the search goes on with all */
const CLEARED = 0.003
/** a place of a curve, and an end of it, are certain with at most this much doubt */
const TURN_DOUBT = 0.005
const END_DOUBT = 0.004
/** the search ends here, whatever the budget */
const MAX_SEARCH = 240
const MAX_STABILITY = 60
const STABILITY_AGAIN = 30
const CONFIRMING = 5
const MAX_CONFIRMING = 16
const MIN_WEIGHING = 8
const MAX_WEIGHING = 60
/** log odds of an answer that holds in 8 of 10 against one that holds in 5 */
const GO_ON = 2.3
const STABLE = 4.6
const UNSTABLE = -4.6
const HELD_ODDS = Math.log(0.8 / 0.5)
const FAILED_ODDS = Math.log(0.2 / 0.5)

/** Half of the suspicion follows the order, half is even: a wrong order costs at most one bit. */
function suspicionOf(itemCount: number): number[] {
  const ranks = Array.from({ length: itemCount }, (_, rank) => (rank + 1) ** -1.5)
  const sum = ranks.reduce((one, other) => one + other, 0)
  return ranks.map((weight) => weight / sum / 2 + 1 / itemCount / 2)
}

/**
 * Searches, round by round: each yielded round is to be resumed with its answers. The rounds depend
 * on nothing but the setup and the answers before, so a search is resumed after any interruption by
 * giving it those again (`resumeSearch`).
 */
export function* searchCauses(setup: SearchSetup): Asking<Round, SearchResult> {
  return yield* new CauseSearch(setup).run()
}

/** Thrown where the budget is used up; the search ends with what it knows. */
class BudgetReached extends Error {}

class CauseSearch {
  private readonly samples: Sample[] = []
  private readonly found: number[] = []
  private readonly weights: readonly number[]
  private rates: Rates = { withCause: 0.9, withoutCause: 0.1 }
  private curves: Curve[] = []
  private closed = new Map<number, boolean>()
  private isStabilityKnown = false
  /** samples that were not asked by this search */
  private knownCount = 0

  constructor(private readonly setup: SearchSetup) {
    this.weights = suspicionOf(setup.itemCount)
  }

  *run(): Asking<Round, SearchResult> {
    try {
      return yield* this.search()
    } catch (error) {
      if (!(error instanceof BudgetReached)) throw error
      return this.undecided()
    }
  }

  private *search(): Asking<Round, SearchResult> {
    if (!(yield* this.baseline())) return ended('unstable')
    for (;;) {
      const open = this.close()
      if (open === null) continue
      if (open.length === 0) break
      if (!this.isStabilityKnown && this.samples.length >= STABILITY_AGAIN) {
        this.isStabilityKnown = true
        if (!(yield* this.isStable(this.asItWas))) return ended('unstable')
        continue
      }
      if (this.samples.length >= MAX_SEARCH) return yield* this.weighed()
      yield* this.ask('narrowing', this.nextQuestions(open))
    }
    return yield* this.concluded()
  }

  private get asItWas(): Question {
    return allBut(this.setup.itemCount, [])
  }

  /** Asks, `atOnce` at a time; a round that the budget cuts short is asked as far as it goes. */
  private *ask(purpose: RoundPurpose, questions: readonly Question[]): Asking<Round, Sample[]> {
    const { atOnce, budget } = this.setup
    const asked: Sample[] = []
    for (let from = 0; from < questions.length; from += atOnce) {
      const room = Math.min(atOnce, budget + this.knownCount - this.samples.length)
      if (room <= 0) throw new BudgetReached()
      const part = questions.slice(from, from + room)
      const answers = yield {
        purpose,
        questions: part,
        found: [...this.found],
        possible: this.possible(),
      }
      const samples = part.map((question, index) => ({ question, held: answers[index] === true }))
      this.samples.push(...samples)
      asked.push(...samples)
      if (part.length < Math.min(atOnce, questions.length - from)) throw new BudgetReached()
    }
    return asked
  }

  /** Returns whether the answer as it was is stable enough to go on; then nothing shown is asked, too. */
  /** Items at which an open curve may still turn; before there is a curve, all. */
  private possible(): number[] {
    const items = this.weights.map((_, item) => item)
    if (this.curves.length === 0) return items
    const open = this.curves.filter(
      (_, subset) => !this.closed.has(subset) && !this.follows(subset),
    )
    const may = new Set(open.flatMap((curve) => itemsThatMayTurn(curve, CLEARED)))
    return items.filter((item) => may.has(item))
  }

  private *baseline(): Asking<Round, boolean> {
    const { atOnce, known } = this.setup
    if (known && known.allShown.of >= BASELINE && known.allHidden.of >= ALL_HIDDEN) {
      return yield* this.baselineKnown(known)
    }
    const first = repeated(this.asItWas, BASELINE)
    const hidden = repeated(noneBut([]), ALL_HIDDEN)
    const isAskedTogether = atOnce >= BASELINE + ALL_HIDDEN
    const asked = yield* this.ask('baseline', isAskedTogether ? [...first, ...hidden] : first)
    if (!(yield* this.goesOn(oddsOf(asked.slice(0, BASELINE))))) return false
    if (!isAskedTogether) yield* this.ask('all_hidden', hidden)
    return true
  }

  private *baselineKnown({
    allShown,
    allHidden,
  }: NonNullable<SearchSetup['known']>): Asking<Round, boolean> {
    const shown = samplesOf(this.asItWas, allShown)
    this.samples.push(...shown, ...samplesOf(noneBut([]), allHidden))
    this.knownCount = this.samples.length
    return yield* this.goesOn(oddsOf(shown))
  }

  /** Asks the answer as it was until it is stable enough to go on, or is not. */
  private *goesOn(begun: number): Asking<Round, boolean> {
    let odds = begun
    while (odds < GO_ON && odds > UNSTABLE && this.samples.length < MAX_BASELINE) {
      const needed = Math.min(
        Math.ceil((GO_ON - odds) / HELD_ODDS),
        Math.ceil((UNSTABLE - odds) / FAILED_ODDS),
      )
      odds += oddsOf(yield* this.ask('baseline', repeated(this.asItWas, this.slots(needed))))
    }
    return odds > UNSTABLE
  }

  private slots(needed: number): number {
    return Math.min(this.setup.atOnce, Math.max(1, needed))
  }

  /**
   * Sorts all samples into the curves of what is found and closes those that are sure. Returns the
   * open ones that do not follow from closed ones; null: another item was found, and all is sorted
   * anew.
   */
  private close(): Curve[] | null {
    this.rates = ratesOf(this.curvesNow())
    this.curves = this.curvesNow()
    this.closed = new Map()
    for (const [subset, curve] of this.curves.entries()) {
      if (holdsWithNone(curve) >= 1 - END_DOUBT) this.closed.set(subset, true)
      else if (failsWithAll(curve) >= 1 - END_DOUBT) this.closed.set(subset, false)
    }
    // All that is found shown is asked first: with it, it is usually enough.
    const subsets = this.curves.map((_, subset) => subset)
    const order = [subsets.length - 1, ...subsets.slice(0, -1)]
    const open: Curve[] = []
    for (const subset of order) {
      const curve = this.curves[subset]
      if (!curve || this.closed.has(subset) || this.follows(subset)) continue
      const item = turningItem(curve)
      const isSure = item !== null && certainty(curve) >= 1 - TURN_DOUBT
      if (isSure && this.found.length < MAX_FOUND) {
        this.found.push(item)
        return null
      }
      open.push(curve)
    }
    return open
  }

  private endsOf(shown: readonly number[]): EndPriors {
    if (this.found.length === 0) return { holdsWithNone: 0.05, failsWithAll: 0.02 }
    if (shown.length === this.found.length) return { holdsWithNone: 0.6, failsWithAll: 0.02 }
    if (shown.length === 0) return { holdsWithNone: 0.02, failsWithAll: 0.6 }
    return { holdsWithNone: 0.3, failsWithAll: 0.3 }
  }

  /** Returns whether a subset needs no asking: if it holds with less it holds, if it fails with more it fails. */
  private follows(subset: number): boolean {
    for (const [other, holds] of this.closed) {
      if (holds ? isWithin(other, subset) : isWithin(subset, other)) return true
    }
    return false
  }

  private nextQuestions(open: readonly Curve[]): Question[] {
    const { atOnce } = this.setup
    const asked = open.slice(0, atOnce)
    const searching = asked.find((curve) => holdsWithNone(curve) + failsWithAll(curve) < 0.5)
    const curves = searching ? [searching] : asked
    return curves.flatMap((curve, index) => {
      const slots = Math.floor(atOnce / curves.length) + (index < atOnce % curves.length ? 1 : 0)
      return this.questionsOf(curve, slots)
    })
  }

  /** Questions at even shares of the probability, and no more at once than would decide if all agreed. */
  private questionsOf(curve: Curve, slots: number): Question[] {
    const sure = certainty(curve)
    const odds = Math.log(sure / (1 - sure + 1e-12))
    const isBetween = turningItem(curve) !== null
    const doubt = isBetween ? TURN_DOUBT : END_DOUBT
    const { withCause, withoutCause } = this.rates
    const deciding = Math.ceil((Math.log(1 / doubt) - odds) / Math.log(withCause / withoutCause))
    const count = Math.max(1, Math.min(slots, deciding * (isBetween ? 2 : 1)))
    return Array.from({ length: count }, (_, index) =>
      questionAt(curve, this.found, quantile(curve, (index + 1) / (count + 1))),
    )
  }

  /** The samples of answers that surely have their cause before them. */
  private withCause(): Sample[] {
    const samples: Sample[] = []
    for (const curve of this.curvesNow()) {
      for (const { shownOfRest, held } of curve.samples) {
        if (hasCauseWith(curve, shownOfRest) > 0.99) {
          samples.push({ question: this.asItWas, held })
        }
      }
    }
    return samples
  }

  /** A curve for each subset of what is found, as the samples and rates tell it now. */
  private curvesNow(): Curve[] {
    const { weights, found, samples, rates } = this
    return Array.from({ length: 1 << found.length }, (_, subset) => {
      const shown = found.filter((__, index) => (subset >> index) & 1)
      return curveOf({ weights, found, shown, samples, rates, ends: this.endsOf(shown) })
    })
  }

  /** Asks a question that should hold until it is known whether such answers are stable. */
  private *isStable(question: Question): Asking<Round, boolean> {
    let odds = oddsOf(this.withCause())
    const limit = MAX_SEARCH + MAX_STABILITY
    while (odds < STABLE && odds > UNSTABLE && this.samples.length < limit) {
      const needed = Math.ceil((STABLE - odds) / HELD_ODDS)
      odds += oddsOf(yield* this.ask('stability', repeated(question, this.slots(needed))))
    }
    return odds >= STABLE
  }

  private *concluded(): Asking<Round, SearchResult> {
    if (this.found.length === 0) {
      const holds = this.closed.get(0) === true
      if (!(yield* this.isStable(holds ? noneBut([]) : this.asItWas))) return ended('unstable')
      return holds ? ended('no_memory') : this.undecided()
    }
    const causes = this.found.filter((_, index) => this.matters(index))
    if (causes.length > 0) return yield* this.confirmed(causes)
    if (!this.holds(0)) return this.undecided()
    return (yield* this.isStable(noneBut([]))) ? ended('no_memory') : ended('unstable')
  }

  /** Returns whether the check holds with just this subset of what was found shown. */
  private holds(subset: number): boolean {
    for (const [other, holds] of this.closed) if (holds && isWithin(other, subset)) return true
    return false
  }

  /** A found item of which no entry of the table depends was a false step. */
  private matters(index: number): boolean {
    for (let subset = 0; subset < 1 << this.found.length; subset++) {
      const isWithout = ((subset >> index) & 1) === 0
      if (isWithout && this.holds(subset) !== this.holds(subset | (1 << index))) return true
    }
    return false
  }

  private *confirmed(causes: readonly number[]): Asking<Round, SearchResult> {
    const { itemCount } = this.setup
    const only = noneBut(causes)
    const without = allBut(itemCount, causes)
    const missing = (question: Question) =>
      repeated(question, Math.max(0, CONFIRMING - this.shareOf(question).of))
    yield* this.ask('confirming', [...missing(only), ...missing(without)])
    let confirmed = confirmationOf(this.shareOf(only), this.shareOf(without))
    while (confirmed.interval.low <= 0 && confirmed.withCauses.of <= MAX_CONFIRMING) {
      yield* this.ask('confirming', [only, without, only, without])
      confirmed = confirmationOf(this.shareOf(only), this.shareOf(without))
    }
    if (!(yield* this.isStableOneByOne())) return ended('unstable')
    if (confirmed.interval.low <= 0) return this.undecided()
    return {
      verdict: 'caused',
      causes,
      sufficientSets: this.sufficientSets(causes),
      confirmed,
      open: [],
    }
  }

  /** The share of the samples that showed just this. */
  private shareOf(question: Question): Share {
    const { itemCount } = this.setup
    return shareOf(
      this.samples.filter((each) => isSameQuestion(each.question, question, itemCount)),
    )
  }

  private *isStableOneByOne(): Asking<Round, boolean> {
    let odds = oddsOf(this.withCause())
    while (odds < STABLE && odds > UNSTABLE && this.samples.length < MAX_SEARCH) {
      odds += oddsOf(yield* this.ask('stability', [this.asItWas]))
    }
    return odds >= STABLE
  }

  private sufficientSets(causes: readonly number[]): number[][] {
    const places = causes.map((item) => this.found.indexOf(item))
    const within = places.reduce((all, place) => all | (1 << place), 0)
    const sufficient = Array.from({ length: 1 << this.found.length }, (_, subset) => subset).filter(
      (subset) => isWithin(subset, within) && this.holds(subset),
    )
    return sufficient
      .filter((subset) => !sufficient.some((other) => other !== subset && isWithin(other, subset)))
      .map((subset) => this.found.filter((_, index) => (subset >> index) & 1))
      .sort((one, other) => one.length - other.length)
  }

  /** No table fits: each found item hidden by itself is weighed against nothing hidden. */
  private *weighed(): Asking<Round, SearchResult> {
    if (!(yield* this.isStable(this.asItWas))) return ended('unstable')
    const causes: number[] = []
    for (const item of this.found) if (yield* this.contributes(item)) causes.push(item)
    if (causes.length === 0) return this.undecided()
    return { ...this.undecided(), verdict: 'contributes', causes }
  }

  private *contributes(item: number): Asking<Round, boolean> {
    const { itemCount, atOnce } = this.setup
    const hidden = allBut(itemCount, [item])
    for (;;) {
      const all = this.shareOf(this.asItWas)
      const less = this.shareOf(hidden)
      if (all.of > 0 && less.of >= MIN_WEIGHING) {
        if (differenceInterval(all, less, NINETY_NINE_PERCENT).low > 0) return true
        if (less.of >= MAX_WEIGHING || this.samples.length > 2 * MAX_SEARCH) return false
      }
      const questions = Array.from({ length: atOnce }, (_, index) =>
        all.of <= less.of + index - 4 && index % 2 === 1 ? this.asItWas : hidden,
      )
      yield* this.ask('weighing', questions)
    }
  }

  private undecided(): SearchResult {
    const open = this.curves.flatMap((curve, subset): OpenQuestion[] => {
      if (this.closed.has(subset) || this.follows(subset)) return []
      const hidden = this.found.filter((item) => !curve.shown.includes(item))
      const held = curve.samples.filter((sample) => sample.held).length
      return [{ shown: curve.shown, hidden, share: { held, of: curve.samples.length } }]
    })
    return { ...ended('undecided'), causes: [...this.found], open }
  }
}

function ended(verdict: SearchVerdict): SearchResult {
  return { verdict, causes: [], sufficientSets: [], confirmed: null, open: [] }
}

function isWithin(subset: number, set: number): boolean {
  return (subset & set) === subset
}

function repeated(question: Question, times: number): Question[] {
  return Array.from({ length: times }, () => question)
}

function samplesOf(question: Question, { held, of }: Share): Sample[] {
  return Array.from({ length: of }, (_, index) => ({ question, held: index < held }))
}

function oddsOf(samples: readonly Sample[]): number {
  return samples.reduce((odds, { held }) => odds + (held ? HELD_ODDS : FAILED_ODDS), 0)
}

function confirmationOf(withCauses: Share, withoutCauses: Share): Confirmation {
  const interval = differenceInterval(withCauses, withoutCauses)
  return { withCauses, withoutCauses, interval }
}

/** A search as its answers so far leave it: the round to ask now, or the result. */
export type SearchState = Resumed<Question, Round, SearchResult>

/** The state of a search after these rounds of answers. */
export function resumeSearch(
  setup: SearchSetup,
  answered: readonly (readonly (boolean | undefined)[])[],
): SearchState {
  return resumed(searchCauses(setup), answered)
}
