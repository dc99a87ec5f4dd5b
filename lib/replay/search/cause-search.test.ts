import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALL_STRUCTURES,
  seededRandom,
  simulatedAnswer,
  type SimulatedAnswer,
  type Structure,
} from '@/tests/support/simulated-answers'
import { resumeSearch, type SearchResult, type SearchSetup, searchCauses } from './cause-search'
import { isShown } from './question'

const TRIALS = 100

interface Searched {
  result: SearchResult
  rounds: boolean[][]
  samples: number
}

function searched(answer: SimulatedAnswer, setup: SearchSetup): Searched {
  const search = searchCauses(setup)
  const rounds: boolean[][] = []
  let step = search.next([])
  while (!step.done) {
    const answers = step.value.questions.map((question) =>
      answer.sample((item) => isShown(question, item)),
    )
    rounds.push(answers)
    step = search.next(answers)
  }
  return { result: step.value, rounds, samples: rounds.flat().length }
}

function noisy(structure: Structure, seed: number, noise: [number, number] = [0.9, 0.1]) {
  const [withCause, withoutCause] = noise
  const random = seededRandom(seed)
  return simulatedAnswer({ structure, itemCount: 200, withCause, withoutCause, random })
}

const SETUP: SearchSetup = { itemCount: 200, atOnce: 4, budget: 480 }

/** Trials of which the causes are exactly those named, and trials that name a wrong one. */
function outcomes(structure: Structure, noise?: [number, number]) {
  let exact = 0
  let wrong = 0
  let samples = 0
  for (let seed = 1; seed <= TRIALS; seed++) {
    const answer = noisy(structure, seed, noise)
    const { result, samples: asked } = searched(answer, SETUP)
    samples += asked
    if (isExact(answer, result)) exact++
    if (
      result.verdict === 'caused' &&
      result.causes.some((item) => !answer.causes.includes(item))
    ) {
      wrong++
    }
  }
  return { exact, wrong, samples: samples / TRIALS }
}

function isExact(answer: SimulatedAnswer, result: SearchResult): boolean {
  if (answer.causes.length === 0) return result.verdict === 'no_memory'
  const { causes, sufficientSets } = result
  if (causes.toSorted((one, other) => one - other).join() !== answer.causes.join()) return false
  // The sets that suffice tell what the structure tells, for every subset of the causes.
  return Array.from({ length: 1 << causes.length }).every((_, subset) => {
    const shown = new Set(causes.filter((__, index) => (subset >> index) & 1))
    const suffices = sufficientSets.some((set) => set.every((item) => shown.has(item)))
    return suffices === answer.isSatisfied((item) => shown.has(item))
  })
}

describe('among 200 memories and 10 % noise', () => {
  // The cells of why-search.md, section 2: true rates of 97 to 100 of 100.
  test.each<[Structure, number]>([
    ['one', 55],
    ['either', 90],
    ['both', 90],
    ['two of three', 140],
    ['a with b or c', 135],
    ['no memory', 25],
  ])('%s is found exactly, with some %i samples at most', (structure, most) => {
    const { exact, wrong, samples } = outcomes(structure)
    expect(exact).toBeGreaterThanOrEqual(94)
    expect(wrong).toBeLessThanOrEqual(2)
    expect(samples).toBeLessThanOrEqual(most)
  })

  test('an answer that holds in half of its samples is said to be unstable', () => {
    const verdicts = Array.from({ length: TRIALS }, (_, seed) => {
      return searched(noisy('one', seed + 1, [0.5, 0.1]), SETUP).result.verdict
    })
    expect(verdicts.filter((verdict) => verdict === 'unstable').length).toBeGreaterThanOrEqual(94)
  })
})

test('without noise any structure of up to four memories is found', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ALL_STRUCTURES),
      fc.integer({ min: 4, max: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1 }),
      (structure, itemCount, atOnce, seed) => {
        const random = seededRandom(seed)
        const noise = { withCause: 1, withoutCause: 0 }
        const answer = simulatedAnswer({ structure, itemCount, ...noise, random })
        const { result } = searched(answer, { itemCount, atOnce, budget: 480 })
        expect(isExact(answer, result)).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})

test('what is confirmed names only its own samples, and an interval off zero', () => {
  const { result } = searched(noisy('one', 3), SETUP)
  expect(result.confirmed?.withCauses.of).toBeGreaterThanOrEqual(5)
  expect(result.confirmed?.withoutCauses.of).toBeGreaterThanOrEqual(5)
  expect(result.confirmed?.interval.low).toBeGreaterThan(0)
})

test('a search is resumed after any round from its answers alone', () => {
  const { result, rounds } = searched(noisy('either', 5), SETUP)
  for (const [index, answers] of rounds.entries()) {
    const { round } = resumeSearch(SETUP, rounds.slice(0, index))
    expect(round?.questions).toHaveLength(answers.length)
  }
  expect(resumeSearch(SETUP, rounds).result).toEqual(result)
})

test('no sample is asked beyond the budget, and what is open is said', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1 }),
      (budget, atOnce, seed) => {
        const { result, samples } = searched(noisy('two of three', seed), {
          itemCount: 200,
          atOnce,
          budget,
        })
        expect(samples).toBeLessThanOrEqual(budget)
        if (result.verdict !== 'undecided') return
        expect(samples).toBe(budget)
      },
    ),
    { numRuns: 60 },
  )
})

test('no more is asked at once than may be', () => {
  for (const atOnce of [1, 3, 8]) {
    const { rounds } = searched(noisy('both', 9), { ...SETUP, atOnce })
    expect(Math.max(...rounds.map((answers) => answers.length))).toBeLessThanOrEqual(atOnce)
  }
})
