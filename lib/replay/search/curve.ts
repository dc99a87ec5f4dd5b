import { isShown, type Question, type Sample, type Share } from './question'

/** The rates at which a check holds in answers that have their cause before them, and in others. */
export interface Rates {
  readonly withCause: number
  readonly withoutCause: number
}

/** The probabilities, before anything was asked, that a curve turns at one of its ends. */
export interface EndPriors {
  /** that the check holds with none of the rest shown */
  readonly holdsWithNone: number
  /** that it fails with all of the rest shown */
  readonly failsWithAll: number
}

/**
 * A curve: some found items shown, the other found ones hidden, and of the rest the k most suspect
 * shown. Whatever the causes are, as long as showing more never undoes an answer, there is one place
 * at which it turns from failing to holding; the curve keeps a probability for each
 * (why-search.md, "curves").
 *
 * Places are numbered from 0, "holds with none of the rest", to `rest.length + 1`, "fails with all".
 * At a place between, it turns with the item before it: `rest[place - 1]`.
 */
export interface Curve {
  readonly shown: readonly number[]
  readonly rest: readonly number[]
  /** the probability of each place, and the sums of them up to each */
  readonly probabilities: Float64Array
  readonly cumulated: Float64Array
  readonly likeliest: number
  /** the samples that lie on this curve */
  readonly samples: readonly CurveSample[]
}

export interface CurveSample {
  readonly held: boolean
  /** how many of the rest it shows */
  readonly shownOfRest: number
  /** the place at which the item turns that it puts aside; null: it puts none aside */
  readonly asideAt: number | null
}

/** The places of curves before anything was asked: the same for all that have the same ends. */
export interface Ground {
  readonly rest: readonly number[]
  /** the logarithm of the probability of each place */
  readonly priors: Float64Array
}

/** `weights`: the suspicion of each item, which sums up to 1. */
export function groundOf(
  weights: readonly number[],
  found: readonly number[],
  ends: EndPriors,
): Ground {
  const isFound = new Set(found)
  const rest: number[] = []
  for (let item = 0; item < weights.length; item++) if (!isFound.has(item)) rest.push(item)
  const suspicion = rest.reduce((sum, item) => sum + (weights[item] ?? 0), 0)
  const inner = 1 - ends.holdsWithNone - ends.failsWithAll
  const between = rest.map((item) => Math.log((inner * (weights[item] ?? 0)) / suspicion))
  const [first, last] = [Math.log(ends.holdsWithNone), Math.log(ends.failsWithAll)]
  return { rest, priors: Float64Array.of(first, ...between, last) }
}

export interface CurveInput {
  readonly ground: Ground
  readonly found: readonly number[]
  /** those of them that this curve shows */
  readonly shown: readonly number[]
  readonly samples: readonly Sample[]
  readonly rates: Rates
}

/** Returns the curve as the samples tell it. Every sample lies on one curve of those found. */
export function curveOf({ ground, found, shown, samples, rates }: CurveInput): Curve {
  const { rest } = ground
  const isFound = new Set(found)
  const own = samples.flatMap(({ question, held }): CurveSample[] => {
    if (found.some((item) => isShown(question, item) !== shown.includes(item))) return []
    const { aside } = question
    const asideAt = aside === undefined || isFound.has(aside) ? null : rest.indexOf(aside) + 1
    return [{ held, shownOfRest: shownOfRest(question, found), asideAt }]
  })
  const probabilities = probabilitiesOf(own, ground, rates)
  const cumulated = new Float64Array(probabilities.length)
  let sum = 0
  let likeliest = 0
  for (let place = 0; place < probabilities.length; place++) {
    const probability = at(probabilities, place)
    sum += probability
    cumulated[place] = sum
    if (probability > at(probabilities, likeliest)) likeliest = place
  }
  return { shown, rest, probabilities, cumulated, likeliest, samples: own }
}

/** Neighbouring questions of a curve, and how much their samples say. */
export interface CurvePart {
  readonly odds: number
  readonly share: Share
  /** of the question that says most */
  readonly shownOfRest: number
}

/** The part of a curve whose samples add up to the highest odds; null: there are none. */
export function likeliestPart(
  { samples }: Curve,
  oddsOf: (held: boolean) => number,
): CurvePart | null {
  const ordered = samples.toSorted((one, other) => one.shownOfRest - other.shownOfRest)
  let best: CurvePart | null = null
  let part = { odds: 0, held: 0, of: 0, most: Number.NEGATIVE_INFINITY, shownOfRest: 0 }
  for (const [index, { shownOfRest: count, held }] of ordered.entries()) {
    // Samples of one question stay together.
    const isFirst = ordered[index - 1]?.shownOfRest !== count
    if (isFirst && part.odds < 0) {
      part = { odds: 0, held: 0, of: 0, most: Number.NEGATIVE_INFINITY, shownOfRest: 0 }
    }
    part.odds += oddsOf(held)
    part.held += held ? 1 : 0
    part.of++
    if (oddsOf(held) > part.most) [part.most, part.shownOfRest] = [oddsOf(held), count]
    const isLast = ordered[index + 1]?.shownOfRest !== count
    if (!isLast || part.odds <= (best?.odds ?? Number.NEGATIVE_INFINITY)) continue
    const { odds, held: heldOf, of } = part
    best = { odds, share: { held: heldOf, of }, shownOfRest: part.shownOfRest }
  }
  return best
}

/** The number of items that a question shows of those that are not found. */
export function shownOfRest({ shownCount }: Question, found: readonly number[]): number {
  return shownCount - found.filter((item) => item < shownCount).length
}

function probabilitiesOf(own: Curve['samples'], { priors }: Ground, rates: Rates): Float64Array {
  const places = priors.length
  const held = new Float64Array(places)
  const asked = new Float64Array(places)
  for (const sample of own) {
    held[sample.shownOfRest] = at(held, sample.shownOfRest) + (sample.held ? 1 : 0)
    asked[sample.shownOfRest] = at(asked, sample.shownOfRest) + 1
  }
  const holds = Math.log(rates.withCause)
  const fails = Math.log(1 - rates.withCause)
  const holdsAnyway = Math.log(rates.withoutCause)
  const failsAnyway = Math.log(1 - rates.withoutCause)
  // If it turns at place 0, all samples are of an answer that has its cause.
  let likelihood = 0
  for (let k = 0; k < places; k++) {
    likelihood += at(held, k) * holds + (at(asked, k) - at(held, k)) * fails
  }
  const logs = new Float64Array(places)
  for (let place = 0; place < places; place++) {
    logs[place] = likelihood + at(priors, place)
    likelihood +=
      at(held, place) * (holdsAnyway - holds) +
      (at(asked, place) - at(held, place)) * (failsAnyway - fails)
  }
  // If it turns with what a sample puts aside, that had not its cause, or maybe had it after all.
  const { withCause, withoutCause } = rates
  const holdsMaybe = Math.log((withCause + withoutCause) / 2)
  const failsMaybe = Math.log(1 - (withCause + withoutCause) / 2)
  for (const { held: isHeld, shownOfRest: count, asideAt } of own) {
    if (asideAt === null) continue
    const change =
      asideAt <= count
        ? isHeld
          ? holdsAnyway - holds
          : failsAnyway - fails
        : isHeld
          ? holdsMaybe - holdsAnyway
          : failsMaybe - failsAnyway
    logs[asideAt] = at(logs, asideAt) + change
  }
  return normalised(logs)
}

function normalised(logs: Float64Array): Float64Array {
  // Plain loops: a search comes here some thousand times, with a place for each item.
  let highest = Number.NEGATIVE_INFINITY
  for (let place = 0; place < logs.length; place++) highest = Math.max(highest, at(logs, place))
  const shares = new Float64Array(logs.length)
  let sum = 0
  for (let place = 0; place < logs.length; place++) {
    const share = Math.exp(at(logs, place) - highest)
    shares[place] = share
    sum += share
  }
  for (let place = 0; place < logs.length; place++) shares[place] = at(shares, place) / sum
  return shares
}

/** The probability that the check holds with none of the curve's rest shown. */
export function holdsWithNone({ probabilities }: Curve): number {
  return at(probabilities, 0)
}

/** The probability that the check fails with all of the curve's rest shown. */
export function failsWithAll({ probabilities }: Curve): number {
  return at(probabilities, probabilities.length - 1)
}

/** The item that the curve turns with if its likeliest place is right; null at an end. */
export function turningItem({ likeliest, rest }: Curve): number | null {
  return likeliest === 0 ? null : (rest[likeliest - 1] ?? null)
}

/** The items that the curve turns with, each with at least this probability. */
export function itemsThatMayTurn({ probabilities, rest }: Curve, least: number): number[] {
  return rest.filter((_, index) => at(probabilities, index + 1) >= least)
}

/** The probability of the likeliest place. */
export function certainty({ probabilities, likeliest }: Curve): number {
  return at(probabilities, likeliest)
}

/** The probability that an answer with the k most suspect of the rest shown, but one put aside, has its cause. */
export function hasCause(
  { cumulated, probabilities }: Curve,
  { shownOfRest: count, asideAt }: Omit<CurveSample, 'held'>,
): number {
  const hidden = asideAt !== null && asideAt <= count ? at(probabilities, asideAt) : 0
  return at(cumulated, count) - hidden
}

/** The number of the rest to show so that a share of the probability lies before it. */
export function quantile({ cumulated, rest }: Curve, share: number): number {
  let count = 0
  while (count < rest.length && at(cumulated, count) < share) count++
  if (count === 0) return 0
  return share - at(cumulated, count - 1) < at(cumulated, count) - share ? count - 1 : count
}

/** The question that shows so many of the curve's rest. */
export function questionAt(
  { shown, rest }: Curve,
  found: readonly number[],
  count: number,
): Question {
  const fixed = new Map(found.map((item) => [item, shown.includes(item)]))
  return { shownCount: count === 0 ? 0 : (rest[count - 1] ?? 0) + 1, fixed }
}

const PRIOR_STRENGTH = 5
const HIGHEST_PRIOR = 4.5
const LOWEST_PRIOR = 0.5

/** The rates as the samples of all curves tell them, each counted by where its curve may turn. */
export function ratesOf(curves: readonly Curve[]): Rates {
  let withCause = PRIOR_STRENGTH
  let heldWithCause = HIGHEST_PRIOR
  let withoutCause = PRIOR_STRENGTH
  let heldWithoutCause = LOWEST_PRIOR
  for (const curve of curves) {
    for (const sample of curve.samples) {
      const share = hasCause(curve, sample)
      withCause += share
      withoutCause += 1 - share
      if (!sample.held) continue
      heldWithCause += share
      heldWithoutCause += 1 - share
    }
  }
  return {
    withCause: Math.min(0.97, Math.max(0.7, heldWithCause / withCause)),
    withoutCause: Math.max(0.03, Math.min(0.3, heldWithoutCause / withoutCause)),
  }
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0
}
