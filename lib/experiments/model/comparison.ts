import type { Share } from '@/lib/replay/search/question'
import {
  differenceInterval,
  type Interval,
  wilsonInterval,
} from '@/lib/replay/search/share-interval'

/**
 * The normal quantile of a difference that is looked at while answers come: columns that are the same
 * are told apart in 4 to 6 of 100. At the usual 1.645 it would be 35 (why-search.md, section 3).
 */
const LOOKING_Z = 2.5

const NINETY_PERCENT = 1.645

/** Looks at a difference that a run takes; more of them find more where there is nothing. */
const LOOKS = 10
const MIN_BETWEEN = 10

/** Answers a column beyond which it is not said how many would tell. */
const MAX_TOLD = 2_000

/** Two answers to the same test, the first column's and another's. */
export interface Pair {
  readonly baseline: boolean
  readonly other: boolean
}

/** A column against the first. */
export interface Comparison {
  readonly says: 'better' | 'worse' | 'none_seen'
  /** of both columns, as they were at the last look: pairs of answers to the same tests */
  readonly baseline: Share
  readonly other: Share
  /** of the difference, other less baseline, at `LOOKING_Z` */
  readonly interval: Interval
  /** answers a column that would tell, if it goes on as it does; null: it is told, or too many would */
  readonly wouldTell: number | null
}

/** The interval of a cell's share, 90 %; null: it has no answer. */
export function cellInterval(share: Share): Interval | null {
  return share.of === 0 ? null : wilsonInterval(share, NINETY_PERCENT)
}

/** Returns the number of pairs between two looks at a run of so many pairs. */
export function pairsBetweenLooks(all: number): number {
  return Math.max(MIN_BETWEEN, Math.ceil(all / LOOKS))
}

/**
 * Compares pairs, in the order in which they are asked, as of the last look that was due among `all`;
 * null: none was.
 */
export function comparisonOf(pairs: readonly Pair[], all: number): Comparison | null {
  const step = pairsBetweenLooks(all)
  const seen = pairs.length >= all ? pairs.length : Math.floor(pairs.length / step) * step
  if (seen === 0) return null
  const looked = pairs.slice(0, seen)
  const baseline = { held: looked.filter((pair) => pair.baseline).length, of: seen }
  const other = { held: looked.filter((pair) => pair.other).length, of: seen }
  const interval = differenceInterval(other, baseline, LOOKING_Z)
  const says = saidBy(interval)
  const wouldTell = says === 'none_seen' ? answersThatTell(baseline, other) : null
  return { says, baseline, other, interval, wouldTell }
}

function saidBy({ low, high }: Interval): Comparison['says'] {
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'none_seen'
}

/** The fewest answers a column with which these same shares would differ; null: more than `MAX_TOLD`. */
function answersThatTell(baseline: Share, other: Share): number | null {
  const isTold = (of: number) => {
    const same = ({ held, of: asked }: Share) => ({ held: (held / asked) * of, of })
    return saidBy(differenceInterval(same(other), same(baseline), LOOKING_Z)) !== 'none_seen'
  }
  if (!isTold(MAX_TOLD)) return null
  let [no, yes] = [baseline.of, MAX_TOLD]
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2)
    if (isTold(middle)) yes = middle
    else no = middle
  }
  return yes
}

/** An experiment that can tell a difference tells it with this probability. */
const POWER = 0.8

/**
 * Returns how far apart, in points of a hundred, two shares around one half must be for so many answers a
 * column to tell them in 8 of 10 experiments, at the last look; null: not even 0 and 100. Shares
 * nearer to 0 or 100 are told at less.
 */
export function pointsTold(answers: number): number | null {
  for (let points = 5; points <= 100; points += 5) {
    const other = 0.5 + points / 200
    if (chanceToTell({ answers, baseline: 1 - other, other }) >= POWER) return points
  }
  return null
}

/**
 * The chance that the last look at so many answers a column tells two shares apart, exactly up to
 * 100 answers; above, as the normal distribution has it.
 */
export function chanceToTell({
  answers,
  baseline,
  other,
  z = LOOKING_Z,
}: {
  answers: number
  baseline: number
  other: number
  z?: number
}): number {
  if (answers > MAX_EXACT) return normalChance({ answers, baseline, other, z })
  const first = binomial(answers, baseline)
  const second = binomial(answers, other)
  let chance = 0
  for (let a = 0; a <= answers; a++) {
    for (let b = 0; b <= answers; b++) {
      const { low, high } = differenceInterval(
        { held: b, of: answers },
        { held: a, of: answers },
        z,
      )
      if (low > 0 || high < 0) chance += (first[a] ?? 0) * (second[b] ?? 0)
    }
  }
  return chance
}

const MAX_EXACT = 100

function normalChance({
  answers,
  baseline,
  other,
  z,
}: {
  answers: number
  baseline: number
  other: number
  z: number
}): number {
  const spread = Math.sqrt((baseline * (1 - baseline) + other * (1 - other)) / answers)
  return spread === 0 ? 1 : 1 - normalBelow(z - Math.abs(other - baseline) / spread)
}

/** The standard normal distribution (Abramowitz and Stegun, 26.2.17: to 7.5e-8). */
function normalBelow(x: number): number {
  if (x < 0) return 1 - normalBelow(-x)
  const t = 1 / (1 + 0.2316419 * x)
  const coefficients = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const series = coefficients.reduceRight((sum, each) => (sum + each) * t, 0)
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
}

/** The chance of each number of successes among so many trials. */
function binomial(trials: number, share: number): number[] {
  let chances = [1]
  for (let trial = 0; trial < trials; trial++) {
    chances = Array.from(
      { length: chances.length + 1 },
      (_, held) => (chances[held] ?? 0) * (1 - share) + (chances[held - 1] ?? 0) * share,
    )
  }
  return chances
}
