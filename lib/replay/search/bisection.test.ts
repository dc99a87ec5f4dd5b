import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '@/tests/support/simulated-answers'
import {
  bisect,
  type BisectionResult,
  type BisectionSetup,
  MIN_BISECTION_BUDGET,
  resumeBisection,
} from './bisection'
import type { StoredAnswer } from './resume'

const TRIALS = 200
/** the strip of 16 even moments, and both ends twice */
const STRIP_AND_ENDS = 20

type Holds = (moment: number) => boolean

function searched(holds: Holds, setup: BisectionSetup) {
  const search = bisect(setup)
  const rounds: StoredAnswer<number>[][] = []
  let step = search.next([])
  while (!step.done) {
    const answers = step.value.questions.map((question) => ({ question, held: holds(question) }))
    rounds.push(answers)
    step = search.next(answers.map(({ held }) => held))
  }
  return { result: step.value, rounds, samples: rounds.flat().length }
}

/** Answers that are of the other kind in a share of the samples. */
function noisy(holds: Holds, noise: number, seed: number): Holds {
  const random = seededRandom(seed)
  return (moment) => random() >= noise === holds(moment)
}

function setupOf(changeCount: number, budget = 240): BisectionSetup {
  return { changeCount, atOnce: 4, budget }
}

interface Outcomes {
  right: number
  samples: number
  doubted: number
}

/** Of trials with a change at a seeded place: how many found it, and the samples besides the strip and the ends. */
function outcomes(changeCount: number, noise: number): Outcomes {
  const sum: Outcomes = { right: 0, samples: 0, doubted: 0 }
  for (let seed = 1; seed <= TRIALS; seed++) {
    const turn = 1 + Math.floor(seededRandom(seed * 7919)() * changeCount)
    const holds = noisy((moment) => moment < turn, noise, seed)
    const { result, samples } = searched(holds, setupOf(changeCount))
    sum.samples += (samples - STRIP_AND_ENDS) / TRIALS
    if (result.turn === turn) sum.right += 100 / TRIALS
    if (result.isConsistent === false) sum.doubted += 100 / TRIALS
  }
  return sum
}

describe('the change with which an answer turned', () => {
  test('is found among 1,000 in at least 99 of 100, with 10 % noise and 40 samples besides the strip and the ends', () => {
    const { right, samples, doubted } = outcomes(1_000, 0.1)
    expect(right).toBeGreaterThanOrEqual(99)
    expect(samples).toBeLessThanOrEqual(40)
    expect(doubted).toBeLessThanOrEqual(2)
  })

  test('is found with 20 % noise in at least 95 of 100', () => {
    expect(outcomes(64, 0.2).right).toBeGreaterThanOrEqual(95)
  })

  test('is found for any number of changes, whichever way it turns, without noise', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.nat(),
        fc.boolean(),
        (changeCount, place, begins) => {
          const turn = 1 + (place % changeCount)
          const { result } = searched((moment) => moment >= turn === begins, setupOf(changeCount))
          expect(result).toMatchObject({ verdict: 'found', turn, isConsistent: true })
          const of = result.after?.of ?? 0
          expect(result.after?.held).toBe(begins ? of : 0)
        },
      ),
    )
  })

  test('is none where the answer was always the same', () => {
    for (const always of [true, false]) {
      const { result } = searched(() => always, setupOf(100))
      expect(result).toMatchObject({ verdict: 'no_change', turn: null, isConsistent: true })
    }
  })

  test('is doubted where the answer turned and turned back, in 90 of 100 at least', () => {
    let noticed = 0
    for (let seed = 1; seed <= TRIALS; seed++) {
      const random = seededRandom(seed)
      const first = 8 + Math.floor(random() * 20)
      const back = first + 6 + Math.floor(random() * 8)
      const again = back + 6 + Math.floor(random() * 8)
      const holds = (moment: number) => moment < first || (moment >= back && moment < again)
      const { result } = searched(noisy(holds, 0.1, seed), setupOf(64))
      if (result.isConsistent !== true) noticed += 100 / TRIALS
    }
    expect(noticed).toBeGreaterThanOrEqual(90)
  })

  test('stays open where every answer is a coin toss', () => {
    const { result } = searched(
      noisy(() => true, 0.5, 3),
      setupOf(100),
    )
    expect(result).not.toMatchObject({ verdict: 'found', isConsistent: true })
  })

  test('asks no more than its budget', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: MIN_BISECTION_BUDGET, max: 80 }),
        fc.integer({ min: 1, max: 9_999 }),
        (budget, seed) => {
          const holds = noisy((moment) => moment < 50, 0.1, seed)
          expect(searched(holds, setupOf(200, budget)).samples).toBeLessThanOrEqual(budget)
        },
      ),
    )
  })

  test('is the same after a restart in any round', async () => {
    const setup = setupOf(300)
    const { result, rounds } = searched(
      noisy((moment) => moment < 123, 0.1, 5),
      setup,
    )
    for (let kept = 0; kept <= rounds.length; kept++) {
      const random = seededRandom(0)
      let answered: (StoredAnswer<number> | undefined)[][] = rounds.slice(0, kept)
      let state = await resumeBisection(setup, answered)
      while (state.round) {
        const next = rounds[answered.length]
        if (!next) break
        // Answers come in any order; a round waits for its last.
        answered = [...answered, next.map((answer) => (random() < 0.5 ? answer : undefined))]
        expect((await resumeBisection(setup, answered)).rounds).toBeLessThanOrEqual(answered.length)
        answered = [...answered.slice(0, -1), next]
        state = await resumeBisection(setup, answered)
      }
      expect(state.result).toEqual<BisectionResult>(result)
    }
  })
})
