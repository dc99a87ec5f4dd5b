import {
  certainty,
  type Curve,
  curveOf,
  type EndPriors,
  failsWithAll,
  type Ground,
  groundOf,
  hasCause,
  holdsWithNone,
  itemsThatMayTurn,
  likeliestPart,
  quantile,
  questionAt,
  type Rates,
  ratesOf,
  shownOfRest,
  turningItem,
} from './curve'
import {
  allBut,
  isSameQuestion,
  isShown,
  noneBut,
  type Question,
  repeatedQuestion,
  type Sample,
  type Share,
  shareOf,
} from './question'
import { type Asking, type Resumed, resumed, type StoredAnswer, type StoredRounds } from './resume'
import { differenceInterval, type Interval } from './share-interval'
import { nextToWeigh, type Weighing, weightOf, wholesAmong } from './weighing'

/** The search for the items that make an answer pass a check (why-search.md). */
export interface SearchSetup {
  /** how many items may be hidden, most suspect first */
  readonly itemCount: number
  /** tells these items from others, where they are made anew each time; left out: they are always the same */
  readonly items?: string
  /** samples asked at once, 1 and up */
  readonly atOnce: number
  /** samples that may be asked in all, `MIN_BUDGET` and up */
  readonly budget: number
  /**
   * samples that the budget will likely come to: where the last of them would not close what is open,
   * they weigh what is found. Left out: nothing is weighed before the search's own end.
   */
  readonly weighsBy?: number
  /**
   * the aim of each round that was asked before, in order: with a smaller budget it may have been
   * another than it would be now
   */
  readonly asked?: readonly RoundPurpose[]
  /**
   * whether the answer as it was is given in the same words each time: then the same request asked again
   * is no evidence, and each repeat puts aside one of the least suspect items, another each time
   */
  readonly areRepeatsWeak?: boolean
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
  /** another half of the items hidden in each, after a search that found no set that does it */
  | 'halves'

export interface Round {
  readonly purpose: RoundPurpose
  /** asked all at once; answered in their order */
  readonly questions: readonly Question[]
  /** what is found so far, in the order in which it was found */
  readonly found: readonly number[]
  /** what may turn the answer by what is known before the round, besides what is found */
  readonly possible: readonly number[]
}

export type SearchVerdict =
  | 'caused'
  | 'contributes'
  /** the confirming samples of what the search pointed to show no difference */
  | 'no_effect'
  | 'no_memory'
  | 'unstable'
  | 'undecided'

export interface SearchResult {
  readonly verdict: SearchVerdict
  /** the items that were found to matter, in the order in which they were found */
  readonly causes: readonly number[]
  /** the smallest sets of them that suffice; empty unless caused */
  readonly sufficientSets: readonly (readonly number[])[]
  /** from the confirming samples alone; null unless caused, or without effect */
  readonly confirmed: Confirmation | null
  /** what would have to be known, of an undecided search; of causes that contribute, each of them hidden */
  readonly open: readonly OpenQuestion[]
  /** samples that would likely decide a search that its budget ended; null: it is not known how many */
  readonly more: number | null
}

export interface Confirmation {
  /** only the causes shown */
  readonly withCauses: Share
  /** only the causes hidden */
  readonly withoutCauses: Share
  /** of the difference, 90 % */
  readonly interval: Interval
  /** ends of the search that these shares are far from, though what is shown there besides should not matter */
  readonly unlike: readonly UnlikeEnd[]
}

/** An end of the search, and how often the check held there. */
export interface UnlikeEnd {
  /** the end that only the causes shown should be like, or only the causes hidden */
  readonly end: 'as_it_was' | 'all_hidden'
  readonly share: Share
}

/** Found items that were shown and hidden, and how often the check held: a curve that did not close. */
export interface OpenQuestion {
  readonly shown: readonly number[]
  readonly hidden: readonly number[]
  readonly share: Share
  /** samples that would likely close it; null: more of them would not */
  readonly more: number | null
}

/** Samples that speak against what is known of others: what they show of what is found, and one of their questions. */
interface Doubtful {
  readonly shown: readonly number[]
  readonly question: Question
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
/** shares further apart than this are unlike */
const UNLIKE = 0.3
/** a cell that contradicts the table is asked so often before it counts */
const CONTRADICTING = 5
/** of what a budget will likely come to, the last part in which what is found may be weighed, and the least of it */
const WEIGHING_PART = 1 / 4
const WEIGHED_FROM = 30
/** samples that a search takes, by those that it would if each came out as is likelier by now */
const NOISE = 1.6
/** a search that would take more is not looked ahead to its end */
const MAX_AHEAD = 120
/** among fewer items none is put aside; among more, those of the less suspect half are */
const MIN_TO_PUT_ASIDE = 8
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
  private samples: Sample[] = []
  private readonly found: number[] = []
  private readonly weights: readonly number[]
  private readonly grounds = new Map<string, Ground>()
  private rates: Rates = { withCause: 0.9, withoutCause: 0.1 }
  private curves: Curve[] = []
  private closed = new Map<number, boolean>()
  private isStabilityKnown = false
  /** samples that were asked, whether or not they count */
  private count = 0
  /** rounds that were asked */
  private rounds = 0
  private readonly weighed = new Map<number, boolean>()

  constructor(private readonly setup: SearchSetup) {
    this.weights = suspicionOf(setup.itemCount)
  }

  *run(): Asking<Round, SearchResult> {
    try {
      return yield* this.search()
    } catch (error) {
      if (!(error instanceof BudgetReached)) throw error
      const result = this.endedByWeight()
      if (result.verdict !== 'undecided') return result
      const ahead = this.samplesAhead(MAX_AHEAD)
      return { ...result, more: ahead === null ? null : Math.ceil(ahead * NOISE) }
    }
  }

  private *search(): Asking<Round, SearchResult> {
    if (!(yield* this.baseline())) return ended('unstable')
    return yield* this.decided()
  }

  /** Goes on from the samples after the baseline, whatever else was asked. */
  private *decided(): Asking<Round, SearchResult> {
    for (;;) {
      const open = this.close()
      if (open === null) continue
      if (open.length === 0) break
      if (!this.isStabilityKnown && this.samples.length >= STABILITY_AGAIN) {
        this.isStabilityKnown = true
        if (!(yield* this.isStable(this.asItWas))) return ended('unstable')
        continue
      }
      if (!this.isToWeigh()) {
        yield* this.ask('narrowing', this.nextQuestions(open))
        continue
      }
      const weighing = this.weigh()
      if (weighing === null) return this.endedByWeight()
      yield* this.ask('weighing', weighing)
    }
    return yield* this.concluded()
  }

  private get asItWas(): Question {
    return allBut(this.setup.itemCount, [])
  }

  /** Asks, each repeat varied if repeats are weak. */
  private *ask(purpose: RoundPurpose, questions: readonly Question[]): Asking<Round, Sample[]> {
    return yield* this.askAsIs(purpose, this.varied(questions))
  }

  /** Asks, `atOnce` at a time; a round that the budget cuts short is asked as far as it goes. */
  private *askAsIs(purpose: RoundPurpose, questions: readonly Question[]): Asking<Round, Sample[]> {
    const { atOnce, budget } = this.setup
    const asked: Sample[] = []
    for (let from = 0; from < questions.length; from += atOnce) {
      const room = Math.min(atOnce, budget - this.count)
      if (room <= 0) throw new BudgetReached()
      const part = questions.slice(from, from + room)
      const answers = yield {
        purpose,
        questions: part,
        found: [...this.found],
        possible: this.possible(),
      }
      this.rounds++
      this.count += part.length
      const samples = part.map((question, index) => ({ question, held: answers[index] === true }))
      this.samples.push(...samples)
      asked.push(...samples)
      if (part.length < Math.min(atOnce, questions.length - from)) throw new BudgetReached()
    }
    return asked
  }

  /** Questions with one of the least suspect items put aside in each that was asked before. */
  private varied(questions: readonly Question[]): Question[] {
    const asides = this.asides()
    if (asides.length === 0) return [...questions]
    const before = this.samples.map((sample) => sample.question)
    return questions.map((question, index) => {
      const times = this.timesOf(question, [...before, ...questions.slice(0, index)])
      const aside = asides[(times - 1) % asides.length]
      return times === 0 || aside === undefined ? question : { ...question, aside }
    })
  }

  private timesOf(question: Question, asked: readonly Question[]): number {
    const { itemCount } = this.setup
    return asked.filter((other) =>
      isSameQuestion(repeatedQuestion(other, this.found), question, itemCount),
    ).length
  }

  /** Items that may be put aside, the least suspect first; none if repeats are as good as any answer. */
  private asides(): number[] {
    const { itemCount, areRepeatsWeak } = this.setup
    // Among few items each is suspect.
    if (areRepeatsWeak !== true || itemCount < MIN_TO_PUT_ASIDE) return []
    const least = Math.floor(itemCount / 2)
    return Array.from({ length: least }, (_, index) => itemCount - 1 - index).filter(
      (item) => !this.found.includes(item),
    )
  }

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

  /** Returns whether the answer as it was is stable enough to go on; then nothing shown is asked, too. */
  private *baseline(): Asking<Round, boolean> {
    const { atOnce, known } = this.setup
    if (known && known.allShown.of >= BASELINE && known.allHidden.of >= ALL_HIDDEN) {
      return yield* this.baselineKnown(known)
    }
    const first = repeated(this.asItWas, BASELINE)
    const hidden = repeated(noneBut([]), ALL_HIDDEN)
    const isAskedTogether = atOnce >= BASELINE + ALL_HIDDEN
    yield* this.askAsIs('baseline', isAskedTogether ? [...first, ...hidden] : first)
    // Asked before it was known that the same request tells the same.
    if (this.asides().length > 0) this.samples = this.eachOnce()
    const asItWas = this.samples.filter(({ question }) => question.shownCount > 0)
    if (!(yield* this.goesOn(oddsOf(asItWas)))) return false
    if (!isAskedTogether) yield* this.ask('all_hidden', hidden)
    return true
  }

  private *baselineKnown({
    allShown,
    allHidden,
  }: NonNullable<SearchSetup['known']>): Asking<Round, boolean> {
    const shown = samplesOf(this.asItWas, allShown)
    this.samples.push(...shown, ...samplesOf(noneBut([]), allHidden))
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

  /** The samples without those of a request that was asked before. */
  private eachOnce(): Sample[] {
    const { itemCount } = this.setup
    return this.samples.filter(
      ({ question }, index) =>
        !this.samples
          .slice(0, index)
          .some((before) => isSameQuestion(before.question, question, itemCount)),
    )
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
      for (const sample of curve.samples) {
        if (hasCause(curve, sample) > 0.99) {
          samples.push({ question: this.asItWas, held: sample.held })
        }
      }
    }
    return samples
  }

  /** A curve for each subset of what is found, as the samples and rates tell it now. */
  private curvesNow(): Curve[] {
    const { found, samples, rates } = this
    return Array.from({ length: 1 << found.length }, (_, subset) => {
      const shown = found.filter((__, index) => (subset >> index) & 1)
      return curveOf({ ground: this.groundOf(shown), found, shown, samples, rates })
    })
  }

  private groundOf(shown: readonly number[]): Ground {
    const ends = this.endsOf(shown)
    // What is found is only ever added to.
    const key = `${this.found.length} ${ends.holdsWithNone} ${ends.failsWithAll}`
    const known = this.grounds.get(key)
    if (known) return known
    const ground = groundOf(this.weights, this.found, ends)
    this.grounds.set(key, ground)
    return ground
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
    const contradictions = yield* this.contradictions()
    if (contradictions.length > 0) return { ...this.undecided(), open: contradictions }
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

  /**
   * Measured questions that contradict the table, as where a memory prevents the answer; asked again
   * where few samples say so.
   */
  private *contradictions(): Asking<Round, OpenQuestion[]> {
    const doubt = Math.log(1 / END_DOUBT)
    const again = this.doubtful(doubt / 2).flatMap(({ question, share }) =>
      repeated(question, Math.max(0, CONTRADICTING - share.of)),
    )
    if (again.length > 0) yield* this.ask('stability', again)
    return this.doubtful(doubt)
      .filter(({ share }) => share.of >= CONTRADICTING)
      .map(({ shown, share }) => {
        const hidden = this.found.filter((item) => !shown.includes(item))
        return { shown, hidden, share, more: null }
      })
  }

  /** The part of each curve whose samples speak against the table, if by at least so much. */
  private doubtful(least: number): Doubtful[] {
    return this.curvesNow().flatMap((curve, subset) => {
      const sign = this.holds(subset) ? -1 : 1
      const part = likeliestPart(curve, (held) => sign * this.oddsOfHolding(held))
      if (part === null || part.odds < least) return []
      const question = questionAt(curve, this.found, part.shownOfRest)
      return [{ shown: curve.shown, question, share: part.share }]
    })
  }

  /** The log odds, of one sample, that the check holds with what it shows. */
  private oddsOfHolding(held: boolean): number {
    const { withCause, withoutCause } = this.rates
    return held
      ? Math.log(withCause / withoutCause)
      : Math.log((1 - withCause) / (1 - withoutCause))
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
    let confirmed = this.confirmation(only, without)
    while (confirmed.interval.low <= 0 && confirmed.withCauses.of <= MAX_CONFIRMING) {
      yield* this.ask('confirming', [only, only, without, without])
      confirmed = this.confirmation(only, without)
    }
    if (!(yield* this.isStableOneByOne())) return ended('unstable')
    if (confirmed.interval.low <= 0) return { ...ended('no_effect'), causes, confirmed }
    return {
      verdict: 'caused',
      causes,
      sufficientSets: this.sufficientSets(causes),
      confirmed,
      open: [],
      more: null,
    }
  }

  private confirmation(only: Question, without: Question): Confirmation {
    const withCauses = this.shareOf(only)
    const withoutCauses = this.shareOf(without)
    const asItWas = this.shareOf(this.asItWas)
    const allHidden = this.shareOf(noneBut([]))
    const unlike: UnlikeEnd[] = []
    if (areUnlike(withCauses, asItWas)) unlike.push({ end: 'as_it_was', share: asItWas })
    if (areUnlike(withoutCauses, allHidden)) unlike.push({ end: 'all_hidden', share: allHidden })
    const interval = differenceInterval(withCauses, withoutCauses)
    return { withCauses, withoutCauses, interval, unlike }
  }

  /** The share of the samples that showed just this, but for what they put aside. */
  private shareOf(question: Question): Share {
    const { itemCount } = this.setup
    return shareOf(
      this.samples.filter((each) =>
        isSameQuestion(repeatedQuestion(each.question, this.found), question, itemCount),
      ),
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

  /** Returns whether what is found is weighed in the next round, as what is open would not be closed. */
  private isToWeigh(): boolean {
    const asked = this.setup.asked?.[this.rounds]
    if (asked !== undefined) return asked === 'weighing'
    if (this.samples.length >= MAX_SEARCH) return true
    const { weighsBy } = this.setup
    if (weighsBy === undefined || this.found.length === 0) return false
    const left = weighsBy - this.count
    const last = Math.max(WEIGHED_FROM, weighsBy * WEIGHING_PART)
    return left <= last && this.samplesAhead(left) === null
  }

  /**
   * The samples that the search asks to its end if each comes out as is likelier by now; null: more than
   * so many.
   */
  private samplesAhead(most: number): number | null {
    const { itemCount, atOnce } = this.setup
    const ahead = new CauseSearch({ itemCount, atOnce, budget: Number.MAX_SAFE_INTEGER })
    ahead.samples.push(...this.samples)
    ahead.found.push(...this.found)
    ahead.isStabilityKnown = this.isStabilityKnown
    const search = ahead.decided()
    let count = Math.max(0, BASELINE + ALL_HIDDEN - this.samples.length)
    let step = search.next([])
    while (!step.done) {
      const { questions, purpose } = step.value
      count += questions.length
      if (purpose === 'weighing' || count > most) return null
      step = search.next(questions.map((question) => ahead.isLikelyToHold(question)))
    }
    return count
  }

  private isLikelyToHold(question: Question): boolean {
    const { found } = this
    const subset = found.reduce(
      (all, item, index) => all | (isShown(question, item) ? 1 << index : 0),
      0,
    )
    const curve = this.curves[subset]
    const sample = { shownOfRest: shownOfRest(question, found), asideAt: null }
    return curve !== undefined && hasCause(curve, sample) > 0.5
  }

  /**
   * No table fits: each found item hidden by itself is weighed against nothing hidden. The questions
   * of the next round; null: all are weighed.
   */
  private weigh(): Question[] | null {
    const { itemCount, atOnce } = this.setup
    const all = this.shareOf(this.asItWas)
    const open: Weighing[] = []
    for (const item of this.found) {
      const less = this.shareOf(allBut(itemCount, [item]))
      const weight = this.weighed.get(item) ?? weightOf({ all, less })
      if (weight === null && this.samples.length <= 2 * MAX_SEARCH) open.push({ item, all, less })
      else this.weighed.set(item, weight === true)
    }
    const next = nextToWeigh(open)
    if (!next) return null
    const hidden = allBut(itemCount, [next.item])
    const wholes = wholesAmong(next, atOnce)
    return [...repeated(hidden, atOnce - wholes), ...repeated(this.asItWas, wholes)]
  }

  /** The result without a table: what was weighed and contributes, else what is open. */
  private endedByWeight(): SearchResult {
    const { itemCount } = this.setup
    this.weigh()
    const causes = this.found.filter((item) => this.weighed.get(item) === true)
    if (causes.length === 0) return this.undecided()
    const open = causes.map((item): OpenQuestion => {
      const share = this.shareOf(allBut(itemCount, [item]))
      return { shown: causes.filter((other) => other !== item), hidden: [item], share, more: null }
    })
    return { ...ended('contributes'), causes, open }
  }

  private undecided(): SearchResult {
    const open = this.curves.flatMap((curve, subset): OpenQuestion[] => {
      if (this.closed.has(subset) || this.follows(subset)) return []
      const hidden = this.found.filter((item) => !curve.shown.includes(item))
      const held = curve.samples.filter((sample) => sample.held).length
      const share = { held, of: curve.samples.length }
      return [{ shown: curve.shown, hidden, share, more: this.closing(curve) }]
    })
    const causes = [...this.found]
    return { ...ended('undecided'), causes, open: open.length > 0 ? open : this.unconfirmed() }
  }

  /** All that was found hidden, where nothing is open but that it is to be confirmed. */
  private unconfirmed(): OpenQuestion[] {
    if (this.found.length === 0) return []
    const share = this.shareOf(allBut(this.setup.itemCount, this.found))
    const more = Math.max(1, CONFIRMING - share.of)
    return [{ shown: [], hidden: [...this.found], share, more }]
  }

  /** Samples that would likely close a curve, each asked where it tells most (why-search.md). */
  private closing(curve: Curve): number {
    const { withCause, withoutCause } = this.rates
    const sure = certainty(curve)
    const odds = Math.log(sure / (1 - sure + 1e-12))
    const each =
      ((withCause - withoutCause) / 2) *
      Math.log((withCause * (1 - withoutCause)) / (withoutCause * (1 - withCause)))
    return Math.max(1, Math.ceil((Math.log(1 / END_DOUBT) - odds) / each))
  }
}

function ended(verdict: SearchVerdict): SearchResult {
  return { verdict, causes: [], sufficientSets: [], confirmed: null, open: [], more: null }
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

function areUnlike(one: Share, other: Share): boolean {
  if (one.of === 0 || other.of === 0) return false
  return Math.abs(one.held / one.of - other.held / other.of) > UNLIKE
}

/** A search as its answers so far leave it: the round to ask now, or the result. */
export type SearchState = Resumed<Question, Round, SearchResult>

/** An answer as it was stored, and among which items it was asked. */
export interface AnswerAmong extends StoredAnswer<Question> {
  readonly itemCount: number
  /** left out: it was not noted */
  readonly items?: string | undefined
}

/** The state of a search after these rounds of answers; among many memories it takes a while. */
export function resumeSearch(
  setup: SearchSetup,
  stored: StoredRounds<AnswerAmong>,
): Promise<SearchState> {
  const { itemCount } = setup
  return resumed(
    searchCauses(setup),
    stored,
    (answer, question) =>
      answer.itemCount === itemCount &&
      (answer.items ?? setup.items) === setup.items &&
      isSameQuestion(answer.question, question, itemCount),
  )
}
