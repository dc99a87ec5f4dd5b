import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gradedAnswer, seededRandom } from '@/tests/support/simulated-answers'
import { bisect, type BisectionSetup, resumeBisection } from './bisection'
import {
  type AnswerAmong,
  resumeSearch,
  type RoundPurpose,
  searchCauses,
  type SearchSetup,
} from './cause-search'
import { isShown, type Question } from './question'
import type { StoredAnswer } from './resume'

const ITEMS = 30

/** A search for causes among memories of which two make the answer likelier, asked to its end. */
function causes(seed: number, more: Partial<SearchSetup> = {}) {
  const parts = { parts: [1, 6], withAll: 0.95, withNone: 0.05 }
  const sample = gradedAnswer({ ...parts, random: seededRandom(seed) })
  const setup: SearchSetup = { itemCount: ITEMS, atOnce: 4, budget: 120, ...more }
  const rounds: AnswerAmong[][] = []
  const asked: RoundPurpose[] = []
  const search = searchCauses(setup)
  let step = search.next([])
  while (!step.done) {
    const { purpose, questions } = step.value
    const answers = questions.map((question) => ({
      ...{ question, itemCount: ITEMS, items: setup.items },
      held: sample((item) => isShown(question, item)),
    }))
    asked.push(purpose)
    rounds.push(answers)
    step = search.next(answers.map(({ held }) => held))
  }
  return { rounds, asked }
}

const BISECTION: BisectionSetup = { changeCount: 90, atOnce: 4, budget: 240 }

function bisection(seed: number, budget = BISECTION.budget): StoredAnswer<number>[][] {
  const random = seededRandom(seed)
  const turn = Math.floor(random() * BISECTION.changeCount)
  const rounds: StoredAnswer<number>[][] = []
  const search = bisect({ ...BISECTION, budget })
  let step = search.next([])
  while (!step.done) {
    const answers = step.value.questions.map((question) => ({
      question,
      held: random() >= 0.1 === question >= turn,
    }))
    rounds.push(answers)
    step = search.next(answers.map(({ held }) => held))
  }
  return rounds
}

/** Rounds of which the place's answer is to another question, as another version would have asked it. */
function withOther<Answer>(
  rounds: readonly Answer[][],
  at: number,
  other: (one: Answer) => Answer,
) {
  const place = at % rounds.flat().length
  let before = 0
  return {
    rounds: rounds.map((answers) =>
      answers.map((answer) => (before++ === place ? other(answer) : answer)),
    ),
    round: rounds.findIndex((_, index) => rounds.slice(0, index + 1).flat().length > place),
  }
}

/** A question that shows one item more or less. */
function otherQuestion({ question, ...answer }: AnswerAmong): AnswerAmong {
  const shows = isShown(question, 3)
  const other: Question = {
    shownCount: question.shownCount,
    fixed: new Map([...question.fixed, [3, !shows]]),
  }
  return { ...answer, question: other, held: answer.held === false }
}

describe('an answer to another question than the search asks', () => {
  test('is not used, nor is any of its round or after it: of causes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(), async (seed, at) => {
        const { rounds: whole, asked } = causes(seed)
        const { rounds, round } = withOther(whole, at, otherQuestion)
        const setup = { itemCount: ITEMS, atOnce: 4, budget: 120, asked }
        const before = await resumeSearch(setup, whole.slice(0, round))
        expect(await resumeSearch(setup, rounds)).toEqual({ ...before, hasOthers: true })
      }),
      { numRuns: 40 },
    )
  })

  test('is not used, nor is any of its round or after it: of a bisection', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 99 }), fc.nat(), async (seed, at) => {
        const whole = bisection(seed)
        const { rounds, round } = withOther(whole, at, ({ question, held }) => ({
          question: question === 0 ? 1 : question - 1,
          held,
        }))
        const before = await resumeBisection(BISECTION, whole.slice(0, round))
        expect(await resumeBisection(BISECTION, rounds)).toEqual({ ...before, hasOthers: true })
      }),
    )
  })

  test('is noticed in a round that lacks its other answers, and past the end of the search', async () => {
    const { rounds: whole } = causes(3)
    const setup = { itemCount: ITEMS, atOnce: 4, budget: 120 }
    const [first = [], second = []] = whole
    const lacking = [first, second.slice(0, 1).map(otherQuestion)]
    expect(await resumeSearch(setup, lacking)).toMatchObject({ rounds: 1, hasOthers: true })
    const all = bisection(3)
    const { result } = await resumeBisection(BISECTION, all)
    const longer = await resumeBisection(BISECTION, [...all, [{ question: 4, held: true }]])
    expect(longer).toMatchObject({ result, hasOthers: true })
  })

  test('is one among more items, or among others', async () => {
    const { rounds } = causes(3, { items: 'lines of one' })
    const setup = { itemCount: ITEMS, atOnce: 4, budget: 120, items: 'lines of one' }
    expect(await resumeSearch(setup, rounds)).toMatchObject({ round: null, hasOthers: false })
    const others = { ...setup, items: 'lines of another' }
    expect(await resumeSearch(others, rounds)).toMatchObject({ rounds: 0, hasOthers: true })
    const more = rounds.map((answers) => answers.map((one) => ({ ...one, itemCount: ITEMS + 1 })))
    expect(await resumeSearch(setup, more)).toMatchObject({ rounds: 0, hasOthers: true })
  })
})

describe('a search of the same version finds none of its answers to be to another question', () => {
  const killed = fc.record({
    seed: fc.integer({ min: 1, max: 40 }),
    budget: fc.integer({ min: 12, max: 100 }),
    atOnce: fc.integer({ min: 1, max: 9 }),
    kept: fc.nat(),
    lost: fc.nat(15),
    more: fc.nat(60),
  })

  /** The rest that a killed process leaves: so many rounds, and of the last one not every answer. */
  function left<Answer>(rounds: readonly Answer[][], kept: number, lost: number) {
    const count = kept % (rounds.length + 1)
    return rounds
      .slice(0, count)
      .map((answers, index) =>
        answers.map((answer, slot) =>
          index === count - 1 && (lost >> slot) & 1 ? undefined : answer,
        ),
      )
  }

  test('wherever its process was killed, with a larger budget or a used up one: of causes', async () => {
    await fc.assert(
      fc.asyncProperty(
        killed,
        fc.boolean(),
        async ({ seed, budget, atOnce, kept, lost, more }, areRepeatsWeak) => {
          const { rounds, asked } = causes(seed, {
            budget,
            atOnce,
            weighsBy: budget,
            areRepeatsWeak,
          })
          const stored = left(rounds, kept, lost)
          const count = stored.flat().filter((answer) => answer !== undefined).length
          for (const inAll of [count, count + more, 160]) {
            const setup = { itemCount: ITEMS, atOnce, budget: inAll, weighsBy: inAll }
            const purposes = asked.slice(0, stored.length)
            const state = await resumeSearch({ ...setup, areRepeatsWeak, asked: purposes }, stored)
            expect(state.hasOthers).toBe(false)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('wherever its process was killed, with a larger budget or a used up one: of a bisection', async () => {
    await fc.assert(
      fc.asyncProperty(killed, async ({ seed, budget, kept, lost, more }) => {
        const stored = left(bisection(seed, budget), kept, lost)
        const count = stored.flat().filter((answer) => answer !== undefined).length
        for (const inAll of [count, count + more, 240]) {
          const state = await resumeBisection({ ...BISECTION, budget: inAll }, stored)
          expect(state.hasOthers).toBe(false)
        }
      }),
    )
  })
})
